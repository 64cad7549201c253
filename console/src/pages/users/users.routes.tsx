import { Navigate, type RouteObject } from 'react-router';

/** The pages of users. */
export const userRoutes: RouteObject[] = [
  { path: 'users', lazy: async () => ({ Component: (await import('./users')).UsersPage }) },
  { path: 'users/new', lazy: async () => ({ Component: (await import('./new/new-user')).NewUserPage }) },
  {
    path: 'users/:uid',
    lazy: async () => ({ Component: (await import('./user')).UserPage }),
    children: [
      { index: true, element: <Navigate to="overview" replace /> },
      { path: 'overview', lazy: async () => ({ Component: (await import('./overview/overview-tab')).OverviewTab }) },
      { path: 'profile', lazy: async () => ({ Component: (await import('./profile/profile-tab')).ProfileTab }) },
      { path: 'password', lazy: async () => ({ Component: (await import('./password/password-tab')).PasswordTab }) },
      { path: 'network', lazy: async () => ({ Component: (await import('./network-tab')).NetworkTab }) },
      { path: 'earnings', lazy: async () => ({ Component: (await import('./earnings-tab')).EarningsTab }) },
      { path: 'cart', lazy: async () => ({ Component: (await import('./cart-tab')).CartTab }) },
      { path: 'wishlist', lazy: async () => ({ Component: (await import('./wishlist-tab')).WishlistTab }) },
      { path: 'orders', lazy: async () => ({ Component: (await import('./orders-tab')).OrdersTab }) },
    ],
  },
];
