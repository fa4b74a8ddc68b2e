#pragma once
#include <microhttpd.h>

/// What `gatehouse_http_start` needs, typed: the library's own start function is variadic.
struct gatehouse_http_options {
    void *context;
    int listen_socket;
    unsigned int threads;
    unsigned int connections;
    unsigned int idle_seconds;
    size_t connection_memory;
    MHD_AcceptPolicyCallback accept;
    MHD_AccessHandlerCallback handle;
    MHD_LogCallback log;
    void *(*uri)(void *, const char *, struct MHD_Connection *);
    size_t (*unescape)(void *, struct MHD_Connection *, char *);
    MHD_NotifyConnectionCallback connection;
    MHD_RequestCompletedCallback completed;
};

/// Starts the daemon. The logger comes first, so that it gets complaints about other options too.
/// STRICT_FOR_CLIENT -1 is the setting that refuses spaces in header names and lets a missing Host reach the gate.
static inline struct MHD_Daemon *gatehouse_http_start(const struct gatehouse_http_options *o) {
    struct MHD_OptionItem pool[] = {
        {o->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, (intptr_t)o->threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG
            | MHD_USE_TURBO,
        0, o->accept, o->context, o->handle, o->context,
        MHD_OPTION_EXTERNAL_LOGGER, o->log, o->context,
        MHD_OPTION_LISTEN_SOCKET, o->listen_socket,
        MHD_OPTION_CONNECTION_LIMIT, o->connections,
        MHD_OPTION_CONNECTION_TIMEOUT, o->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, o->connection_memory,
        MHD_OPTION_STRICT_FOR_CLIENT, -1,
        MHD_OPTION_URI_LOG_CALLBACK, o->uri, o->context,
        MHD_OPTION_UNESCAPE_CALLBACK, o->unescape, o->context,
        MHD_OPTION_NOTIFY_CONNECTION, o->connection, o->context,
        MHD_OPTION_NOTIFY_COMPLETED, o->completed, o->context,
        MHD_OPTION_ARRAY, pool,
        MHD_OPTION_END);
}

/// What the connection callback stored for this connection.
static inline void *gatehouse_http_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/// The address of the other end.
static inline const struct sockaddr *gatehouse_http_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

/// The connection's socket, or -1.
static inline int gatehouse_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}
