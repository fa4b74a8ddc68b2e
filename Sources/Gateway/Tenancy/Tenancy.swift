// Tenancy
