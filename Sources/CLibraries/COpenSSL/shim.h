#pragma once
// The one-shot SHA functions below stay available in every OpenSSL 3; only their deprecation note is silenced.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Digests through the context functions: they fetch nothing, allocate nothing and cannot fail.
static inline void shim_sha1(const void *bytes, size_t count, unsigned char *result) {
    SHA_CTX context;
    SHA1_Init(&context);
    SHA1_Update(&context, bytes, count);
    SHA1_Final(result, &context);
}
static inline void shim_sha256(const void *bytes, size_t count, unsigned char *result) {
    SHA256_CTX context;
    SHA256_Init(&context);
    SHA256_Update(&context, bytes, count);
    SHA256_Final(result, &context);
    OPENSSL_cleanse(&context, sizeof context);
}
static inline void shim_sha384(const void *bytes, size_t count, unsigned char *result) {
    SHA512_CTX context;
    SHA384_Init(&context);
    SHA384_Update(&context, bytes, count);
    SHA384_Final(result, &context);
}
static inline void shim_sha512(const void *bytes, size_t count, unsigned char *result) {
    SHA512_CTX context;
    SHA512_Init(&context);
    SHA512_Update(&context, bytes, count);
    SHA512_Final(result, &context);
}

// Keys from their raw parts: an `OSSL_PARAM` array holds pointers, which must outlive the call.
static inline EVP_PKEY *shim_key_from_parameters(const char *type, OSSL_PARAM *parameters) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (context == NULL || EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    return key;
}
static inline EVP_PKEY *shim_ec_public_key(const char *group, const unsigned char *point, size_t count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, count),
        OSSL_PARAM_construct_end(),
    };
    return shim_key_from_parameters("EC", parameters);
}
static inline EVP_PKEY *shim_rsa_public_key(
    const unsigned char *modulus, int modulus_count, const unsigned char *exponent, int exponent_count) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    BIGNUM *n = BN_bin2bn(modulus, modulus_count, NULL);
    BIGNUM *e = BN_bin2bn(exponent, exponent_count, NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (n != NULL && e != NULL && builder != NULL
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1
        && (parameters = OSSL_PARAM_BLD_to_param(builder)) != NULL) {
        key = shim_key_from_parameters("RSA", parameters);
    }
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_free(e);
    BN_free(n);
    return key;
}
static inline EVP_PKEY *shim_raw_public_key(const char *type, const unsigned char *bytes, size_t count) {
    return EVP_PKEY_new_raw_public_key_ex(NULL, type, NULL, bytes, count);
}

// Variadic.
static inline EVP_PKEY *shim_generate_ec_key(const char *group) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "EC", (char *)group);
}
static inline EVP_PKEY *shim_generate_rsa_key(size_t bits) { return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", bits); }
static inline EVP_PKEY *shim_generate_key(const char *type) { return EVP_PKEY_Q_keygen(NULL, NULL, type); }

// A big-number parameter of a key, big-endian without leading zeros; the count, or -1 when the key has none or it is
// longer than the capacity.
static inline int shim_key_number(const EVP_PKEY *key, const char *name, unsigned char *result, int capacity) {
    BIGNUM *number = NULL;
    int count = -1;
    if (EVP_PKEY_get_bn_param(key, name, &number) == 1 && BN_num_bytes(number) <= capacity) {
        count = BN_bn2bin(number, result);
    }
    BN_free(number);
    return count;
}
// Whether an EC key came with explicit curve parameters instead of a curve's name.
static inline int shim_key_is_explicit(const EVP_PKEY *key) {
    int is_explicit = 0;
    return EVP_PKEY_get_int_param(key, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, &is_explicit) == 1 && is_explicit;
}

// Macros.
static inline long shim_bio_bytes(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }
static inline void shim_openssl_free(void *pointer) { OPENSSL_free(pointer); }
static inline int shim_pss_digest_salt(EVP_PKEY_CTX *context) {
    return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
        && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1;
}

// Certificates: stacks and unions that Swift cannot reach.
static inline int shim_general_name_count(const GENERAL_NAMES *names) { return sk_GENERAL_NAME_num(names); }
static inline int shim_general_name_type(const GENERAL_NAMES *names, int index) {
    return sk_GENERAL_NAME_value(names, index)->type;
}
static inline const ASN1_STRING *shim_general_name_text(const GENERAL_NAMES *names, int index) {
    return sk_GENERAL_NAME_value(names, index)->d.ia5;
}
static inline X509_NAME *shim_general_name_directory(const GENERAL_NAMES *names, int index) {
    return sk_GENERAL_NAME_value(names, index)->d.directoryName;
}
static inline int shim_object_count(const EXTENDED_KEY_USAGE *objects) { return sk_ASN1_OBJECT_num(objects); }
static inline ASN1_OBJECT *shim_object(const EXTENDED_KEY_USAGE *objects, int index) {
    return sk_ASN1_OBJECT_value(objects, index);
}
static inline STACK_OF(X509) *shim_certificates_new(void) { return sk_X509_new_null(); }
static inline int shim_certificates_push(STACK_OF(X509) *certificates, X509 *certificate) {
    return sk_X509_push(certificates, certificate);
}
// Frees the stack; the certificates are not its own.
static inline void shim_certificates_free(STACK_OF(X509) *certificates) { sk_X509_free(certificates); }
static inline int shim_certificates_count(const STACK_OF(X509) *certificates) { return sk_X509_num(certificates); }
static inline X509 *shim_certificate(const STACK_OF(X509) *certificates, int index) {
    return sk_X509_value(certificates, index);
}

// Whether an Edwards point with this y (little-endian, below the prime) exists: `sign * (y^2 - 1)` times
// `(a * y^2 + b) * c` is x^2 times a square, so it must be a square itself. 1 yes, 0 no or out of memory.
static inline int shim_edwards_point_exists(
    const unsigned char *y_bytes, const unsigned char *prime_bytes, int count, int sign, long a, unsigned long b,
    unsigned long c) {
    int exists = 0;
    BN_CTX *context = BN_CTX_new();
    BIGNUM *y = BN_lebin2bn(y_bytes, count, NULL), *prime = BN_lebin2bn(prime_bytes, count, NULL);
    BIGNUM *u = BN_new(), *v = BN_new();
    if (context != NULL && y != NULL && prime != NULL && u != NULL && v != NULL
        && BN_mod_sqr(u, y, prime, context) == 1 && BN_copy(v, u) != NULL
        && BN_mul_word(v, (unsigned long)(a < 0 ? -a : a)) == 1) {
        BN_set_negative(v, a < 0);
        if (BN_add_word(v, b) == 1 && BN_mul_word(v, c) == 1 && BN_sub_word(u, 1) == 1) {
            BN_set_negative(u, BN_is_negative(u) ^ (sign < 0));
            exists = BN_mod_mul(u, u, v, prime, context) == 1 && BN_kronecker(u, prime, context) == 1;
        }
    }
    BN_free(v);
    BN_free(u);
    BN_free(prime);
    BN_free(y);
    BN_CTX_free(context);
    return exists;
}
