/** The super admin of the service under test. */
export const SUPER_ADMIN = { username: 'admin', password: 'a password that only tests have' };

/** Settings that make the super admin at the first start. */
export const FIRST_START = { superAdminUsername: SUPER_ADMIN.username, superAdminPassword: SUPER_ADMIN.password };
