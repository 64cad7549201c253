import type { PermissionDeclarations } from 'direct-selling-commerce-api';

export const LOYALTY_PERMISSIONS = {
  'loyalty.read': { roles: ['support', 'finance'], description: 'Reads the points of members.' },
  'loyalty.write': { roles: ['support'], description: 'Gives points to members, and takes them.' },
} satisfies PermissionDeclarations;

type LoyaltyPermissions = typeof LOYALTY_PERMISSIONS;
declare module 'direct-selling-commerce-api' {
  interface ExtensionPermissions extends LoyaltyPermissions {}
}
