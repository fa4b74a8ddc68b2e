// Tenancy: tenant files become checked values.
//
// A file is read (`Loading`), parsed into nodes with places (the YAML kit), decoded by the declarations of its keys
// (`TenantFile`: each key once), built into values that cannot be wrong (`Building`), and compared with the other
// tenants (`Loading/TenantConflicts`). Every step collects faults; none stops at the first. Decoding is pure: what a
// file refers to (variables, other files) and the time come in as `TenantResources`.
