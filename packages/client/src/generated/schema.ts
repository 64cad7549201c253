// Made from the OpenAPI document by `npm run openapi`.
export interface paths {
    "/api/v1/account/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your profile
         * @description Your name, country, e-mail address and sponsor.
         */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your profile
         * @description Omitted fields do not change. The e-mail address is changed at `account/email/`.
         */
        patch: operations["changeProfile"];
        trace?: never;
    };
    "/api/v1/account/addresses/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your addresses
         * @description All of them, at most 20, oldest first.
         */
        get: operations["listAddresses"];
        put?: never;
        /**
         * Add an address
         * @description A new default replaces the earlier one. At most 20 addresses.
         */
        post: operations["addAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/addresses/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an address
         * @description If it was a default, there is no default afterwards.
         */
        delete: operations["deleteAddress"];
        options?: never;
        head?: never;
        /**
         * Change an address
         * @description Omitted fields do not change; a new country removes the state.
         */
        patch: operations["changeAddress"];
        trace?: never;
    };
    "/api/v1/account/confirm-email/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a change of the e-mail address
         * @description At the application where it was requested, which gets the event `account.email_changed` for the former address. Tokens for setting a password become invalid.
         */
        post: operations["confirmEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the e-mail address of a sign-up
         * @description Creates the user with the role member, who comes into the network below the sponsor: at the leg that the link named, if it is free, or by the rule of the network. A username that is taken, or a sponsor that does not exist, is reported here; the same token can be sent again with others, five times. The key has to be that of the application at which the sign-up was.
         */
        post: operations["confirmSignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/email/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a change of your e-mail address
         * @description It is changed once the new address is confirmed. The application gets the event `account.email_change_requested` with a token, which its e-mail to the new address takes to `account/confirm-email/` within 24 hours; or `account.already_exists` for an address that is taken, with the same answer.
         */
        post: operations["requestEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/erasure/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase your account
         * @description Cannot be undone. Username, e-mail address, names, password, addresses, wishlist, cart and sessions are gone; orders, earnings and the position in the network stay, under the name `erased-<uid>`. 409 while a payout is under way or on hold, while the balance is below 0, and for the API admin of an application. A balance that was not paid out stays in the books.
         */
        post: operations["eraseAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/export/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export your data
         * @description A file with `profile`, `addresses`, `sessions`, `wishlist`, `cart`, `orders`, `earnings`, `statements` and `network`, and what extensions keep. Of lists the newest 1,000, and of orders only as many as have 5,000 lines together; the lists themselves have all. Sessions are those at applications. 3 an hour, one at a time.
         */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/password-reset/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset
         * @description Only at an application with `self_service`. The answer is always the same, and takes the same time. If there is such a user, the application gets the event `account.password_reset_requested` with a token, which its e-mail to the user takes to `account/set-password/`. Only members are sent one: no API admins, and no users of the admin module.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description All your other sessions end. After ten wrong passwords in 15 minutes: 429.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/referral-link/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your referral link
         * @description Put `ref` into the links that you hand out, such as `https://shop.example.com/join?ref=…`, and send it with the sign-up. It is signed, so that nobody can make one for somebody else.
         */
        get: operations["getReferral"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/sessions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description The open ones at applications, newest first, with device and address.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End all your other sessions
         * @description Their tokens are invalid on every instance within 2 seconds.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/sessions/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description Its tokens are invalid on every instance within 2 seconds.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/set-password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password with a token
         * @description At the application where it was requested. The token becomes invalid, and all sessions of the user end.
         */
        post: operations["setPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/sign-up/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Only at an application with `self_service`. The answer is the same for e-mail addresses, usernames and sponsors that exist and for others, and takes the same time. The application gets the event `account.confirmation_requested` with a token, which its e-mail takes to `account/confirm/` within 24 hours; or `account.already_exists` for an e-mail address that is taken.
         */
        post: operations["signUpOneself"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/add-cart-item/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a product to the cart
         * @description Creates the cart if there is none. If the product is already in the cart, its quantity increases. Returns the cart.
         */
        post: operations["addCartItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/cart-commission/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the effect of the cart
         * @description What paying the cart now would change: its volumes, personal and group volume, whether the member would be active, the paid-as rank, and what would still be missing for the next one. An empty cart changes nothing. 404 for a user who is no member.
         */
        get: operations["getCartCommission"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/cart-items/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the cart
         * @description All items with current prices and volumes. Without a cart there are no items, `cart_id` is null and `version` is 0.
         */
        get: operations["getCartItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/create-order/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place the cart as an order
         * @description Fixes prices, volumes and labels at their current catalogue values. Send the total shown to the user as `expected_total`: if the order would cost anything else, no order is placed, and the 409 contains the current cart in `data`. `If-Match` covers only the lines of the cart: price changes do not increase its version. Without a body, current prices are charged. An empty cart, one with an unavailable item, and more volume than 1,000,000,000 in a line or in all are a Validation Error.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/order-return/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back an order, or some of its pieces
         * @description A paid or completed order. Without `items` everything that is left of it is returned; with `items` the named pieces, or none of them if one is refused. Once nothing is left, the order is `returned`, which is final; until then it keeps its status, and its lines say how many pieces were returned. Without `uid` it may be any user’s order; with `uid` only that user’s, who may be inactive. Returns the order.
         */
        post: operations["returnOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/order-status/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change an order's status
         * @description placed → paid → completed, placed → cancelled, paid → cancelled; any other transition is 409, and returns are made by `order-return/`. Without `uid` it may be any user’s order; with `uid` only that user’s, who may be inactive. `reason` is kept in the order’s history. Returns the order.
         */
        post: operations["changeOrderStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/orders/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List placed orders
         * @description Newest first. The cart is not included.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/orders/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a placed order
         * @description With its history. 404 for a cart or another user’s order.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/product/bulk/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 50 product bundles
         * @description Bundles whose id is null, missing or already exists are skipped and listed; all others are created, or none if any of them is invalid.
         */
        post: operations["createBundles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/product/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a product bundle
         * @description Creates a bundle of the API product type with its variants. All validation errors are reported together.
         */
        post: operations["createBundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/product/delete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a product bundle
         * @description Rejected while the bundle is in an open order or a recent cart, and once users have purchased it.
         */
        delete: operations["deleteBundle"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/product/delete/product-varient/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a variant of a bundle
         * @description The last variant of a bundle cannot be deleted.
         */
        delete: operations["deleteBundleVariant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/product/detail/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a product bundle
         * @description All that a page needs which sells the bundle, in the language of `Accept-Language`.
         */
        get: operations["getBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/product/facets/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the facets of product bundles
         * @description The product types, and the ranges of prices and volumes, among the bundles that match the filters.
         */
        get: operations["getFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/product/list/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List product bundles
         * @description Bundles of all product types, newest first unless `sort` says otherwise.
         */
        get: operations["listBundles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/product/list/api-products/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API product bundles
         * @description Bundles of the API product type, newest first.
         */
        get: operations["listApiBundles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/product/update/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a product bundle
         * @description Replaces names, texts and attributes. A variant whose SKU exists in the bundle is updated, a new SKU adds a variant, and other variants do not change.
         */
        post: operations["updateBundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/remove-cart-item/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove an item from the cart
         * @description 404 for an unknown item or cart, or another user’s. Returns the cart.
         */
        post: operations["removeCartItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/update-cart/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the quantity of a cart item
         * @description 404 for an unknown item or cart, or another user’s. An unavailable item can only be removed. Returns the cart.
         */
        post: operations["updateCart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/wishlist-add/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a product to the wishlist
         * @description A product that is already on the wishlist keeps its position. A wishlist has at most 1,000 products.
         */
        post: operations["addToWishlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/wishlist-items/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the wishlist
         * @description At most 50 products from `offset`, newest first. Products that were deleted are not shown.
         */
        get: operations["getWishlistItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commerce/wishlist-remove/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a product from the wishlist
         * @description 400 with type `Not Found` if the product is not on the wishlist.
         */
        post: operations["removeFromWishlist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commissions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your posted periods
         * @description Newest first, with sums: the posted periods in which the user was a member.
         */
        get: operations["listStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commissions/progress/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your progress in the open period
         * @description As of now: measures, whether the member is active, the paid-as rank, and what is missing for the next rank, leg by leg. The member’s own orders count at once, those of others within 5 seconds. `estimated` is from the newest preview, which the service makes by itself. 404 for a user who is no member.
         */
        get: operations["getProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commissions/{period}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a statement
         * @description What was posted for a period, line by line; all lines add up to `total`. At most 1,000 lines in one answer; go on with `offset`. 404 for a period that is not posted.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/commissions/{period}/explain/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain a statement
         * @description Why this much and why not more, in sentences and figures that add up to the statement: measures, ranks with their conditions, each bonus with its rule and lines, and what was different in the previous posted period. With `order`, an id or a number, also how an order of the member or of a downline member contributed. Neither names nor figures of upline members are shown. 404 for a period that is not posted.
         */
        get: operations["explainStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/earnings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List earnings
         * @description Newest first: commissions of posted periods, what was taken back, adjustments and payouts.
         */
        get: operations["listEarnings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/earnings/balance/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the balance of earnings
         * @description The sum of all earnings; it may be negative, and carries over.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/get/countries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List countries
         * @description All countries of ISO 3166-1, sorted by English name.
         */
        get: operations["getCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/get/states/{country_code}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the states of a country
         * @description The subdivisions of ISO 3166-2 by name. The country code is case-insensitive; the list is empty for a country without subdivisions.
         */
        get: operations["getStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logout/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out of one or all applications
         * @description Access and refresh token are revoked immediately. Without a body only this session ends. With `everywhere` all sessions linked to it by single sign-on end, in all applications: each application gets a `session.ended` event, and the response lists the `logout_url`s that a web front end can visit to clear browser state of the others.
         */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network/downline/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who is below
         * @description `group_volume` is measured in the requested tree. Customers, preferred customers and members in a holding tank are only in the sponsor tree; in the placement tree their volumes count in the group of the nearest placed sponsor above.
         */
        get: operations["listDownline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network/holding-tank/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members who wait for a place
         * @description Distributors sponsored by the user who are not in the placement tree yet, in the order in which the service places them.
         */
        get: operations["listHoldingTank"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network/member/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your position
         * @description Volumes are those of the open period: that of the plan in force, else the calendar month in UTC. The member’s own orders count at once, those of others within 5 seconds. 404 for a user who is no member.
         */
        get: operations["getNetworkMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network/place/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place a member of the holding tank
         * @description In a free leg of the user, or of a member placed below. 404 for a member who does not wait in the user’s holding tank, and for a parent who is not below the user.
         */
        post: operations["placeMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network/tree/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at a part of a tree
         * @description For a viewer: from `root` down, level by level, at most 500 members and 100 directly below one. Go on with one of them as `root`, or with `downline/`. 404 for a root that is not below the member in this tree.
         */
        get: operations["getNetworkTree"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/network/upline/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who is above
         * @description The nearest first; without volumes.
         */
        get: operations["listUpline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sso/ticket/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a single sign-on ticket for another application
         * @description Redirect the user to `login_url`: the application there exchanges the ticket for its own tokens at `/token/`. A ticket can be used once, within 60 seconds, while this session is active. It is always for the caller: `uid` cannot name another user. 409 if the application is inactive or in maintenance; 404 if it is unknown or has no single sign-on.
         */
        post: operations["createSsoTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in, refresh the access token, or exchange a single sign-on ticket
         * @description The body contains `username` and `password`, or `refresh_token`, or `ticket`. A refresh token can be used once; if the response was lost, it can be sent again until the new one is used. A single sign-on ticket can be exchanged once by the application that it was issued for; any invalid ticket is 401 `Invalid Token`, and an attempt by another application does not consume it. A form with `grant_type` gets the plain responses and errors of RFC 6749 (OAuth 2.0) instead of the envelope. Failed logins are limited for each account and address; then 429 with `Retry-After`.
         */
        post: operations["getToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/signup/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up a member
         * @description Creates a user with the role member, and enrols them below the sponsor. The sponsor is optional and must be an active member; a distributor needs a distributor as sponsor. In a network with a placement tree a new distributor is placed below the sponsor: at `placement`, or by the rule of the network.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ActiveChangeView: {
            /** @example false */
            before: boolean | null;
            /** @example true */
            after: boolean | null;
        };
        AddAddressDto: {
            /**
             * @description what the user calls it
             * @example Home
             */
            label: string;
            /** @example Maria Schmidt */
            recipient: string;
            /** @example Lindenallee 12 */
            line1: string;
            /** @example 2nd floor */
            line2?: string;
            /** @example 10115 */
            postal_code?: string;
            /** @example Berlin */
            city: string;
            /**
             * @description ISO 3166-2, of the country
             * @example DE-BE
             */
            state?: string | null;
            /** @example DE */
            country_code: string;
            /**
             * @description goods go there; no other address does then
             * @example true
             */
            is_default_shipping?: boolean;
            /**
             * @description invoices go there; no other address does then
             * @example true
             */
            is_default_billing?: boolean;
        };
        AddCartItemDto: {
            /**
             * @description id of the variant
             * @example 9
             */
            product_id: number;
            /**
             * @description quantity to add, default 1
             * @example 1
             */
            quantity?: number;
        };
        AddressView: {
            /** @example 5 */
            id: number;
            /** @example Home */
            label: string;
            /** @example Maria Schmidt */
            recipient: string;
            /** @example Lindenallee 12 */
            line1: string;
            /** @example 2nd floor */
            line2: string;
            /** @example 10115 */
            postal_code: string;
            /** @example Berlin */
            city: string;
            /**
             * @description ISO 3166-2
             * @example DE-BE
             */
            state: string | null;
            /**
             * @description ISO 3166-1 alpha-2
             * @example DE
             */
            country_code: string;
            /** @example true */
            is_default_shipping: boolean;
            /** @example false */
            is_default_billing: boolean;
        };
        AttributesDto: {
            /**
             * @description business volume; at most 4 decimals
             * @example 20
             */
            "business-volume": number;
            /**
             * @description reward points; at most 4 decimals
             * @example 15
             */
            points: number;
            /**
             * @description cumulative volume; at most 4 decimals
             * @example 20
             */
            "cumulative-volume": number;
        };
        BalanceView: {
            /**
             * @description the sum of all entries; may be negative
             * @example 125.5
             */
            balance: number;
            /** @example USD */
            currency_code: string;
            /**
             * @description what a payout could take now; not below 0
             * @example 100
             */
            payable: number;
            /**
             * @description deducted from the balance, and on its way
             * @example 40
             */
            in_payouts: number;
            /**
             * @description everything that has been paid so far
             * @example 960
             */
            paid: number;
            /**
             * @description why payouts are held back; empty if nothing is
             * @example [
             *       "tax"
             *     ]
             */
            holds: string[];
        };
        BonusSumView: {
            /**
             * @description id of the bonus, `cap` or `clawback`
             * @example levels
             */
            bonus: string;
            /**
             * @description type of the bonus, `cap` or `clawback`
             * @example unilevel
             */
            type: string;
            /** @example 42.5 */
            amount: number;
        };
        BulkOutcome: {
            Product_creation_failed: components["schemas"]["SetAsideView"];
            /**
             * @description ids of the created bundles, in the order of the request
             * @example [
             *       "tea-chest"
             *     ]
             */
            Product_created: string[];
        };
        BundleDetailsView: {
            /** @example Tea box */
            name: string;
            /** @example external-api-product */
            product_type: string;
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "inactive";
            products: components["schemas"]["ProductDetailsView"][];
            /** @example tea-box */
            bundle_id: string;
            /**
             * @description the name in the language of the response
             * @example Teekiste
             */
            title: string;
            /** @example Drei Tees in einer Holzkiste. */
            description: string;
            /** @example Drei Tees */
            short_description: string;
            /**
             * @description the language of `title`
             * @example de
             */
            language: string;
            /** @example USD */
            currency_code: string;
            /** @example $ */
            currency_symbol: string;
            /**
             * @description of one unit of any of its products
             * @example 20
             */
            business_volume: number;
            /**
             * @description of one unit of any of its products
             * @example 15
             */
            points: number;
            /**
             * @description of one unit of any of its products
             * @example 20
             */
            cumulative_volume: number;
            /**
             * @description whether any of its products is
             * @example available
             * @enum {string}
             */
            availability: "available" | "unavailable";
            pictures: components["schemas"]["PictureView"][];
            /**
             * Format: date-time
             * @example 2026-11-21T08:30:00.000Z
             */
            updated_at: string;
            translations?: components["schemas"]["TranslationsView"];
        };
        BundleDto: {
            /**
             * @description bundle id, unique in the live catalogue
             * @example tea-box
             */
            bundle_id: string;
            /**
             * @description bundle name
             * @example Tea box
             */
            name: string;
            /**
             * @description language code to text; a text for `en` is required
             * @example {
             *       "en": "Tea box",
             *       "de": "Teekiste"
             *     }
             */
            bundle_name_translations: {
                en: string;
            } & {
                [key: string]: string;
            };
            /**
             * @description language code to text; a text for `en` is required
             * @example {
             *       "en": "Three teas in a wooden box."
             *     }
             */
            description_translations: {
                en: string;
            } & {
                [key: string]: string;
            };
            /**
             * @description language code to text; a text for `en` is required
             * @example {
             *       "en": "Three teas"
             *     }
             */
            short_description_translations: {
                en: string;
            } & {
                [key: string]: string;
            };
            /** @description the variants, each with its own SKU */
            varients: components["schemas"]["VariantDto"][];
            /** @description exactly these three attributes */
            attributes: components["schemas"]["AttributesDto"];
        };
        CartCommissionView: {
            /**
             * @description a month, or an ISO week such as `2026-W47`
             * @example 2026-11
             */
            period: string;
            /**
             * Format: date-time
             * @example 2026-11-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description not included
             * @example 2026-12-01T00:00:00.000Z
             */
            to: string;
            /** @description of the items that can be bought */
            volumes: components["schemas"]["CartVolumesView"];
            personal_volume: components["schemas"]["VolumeChangeView"];
            group_volume: components["schemas"]["VolumeChangeView"];
            /** @description null while no plan is in force */
            active: components["schemas"]["ActiveChangeView"];
            /** @description null while no plan is in force, and for customers */
            rank: components["schemas"]["RankChangeView"];
            /** @description the conditions of being active, once the cart is paid */
            active_conditions: components["schemas"]["ProgressConditionView"][];
            /** @description what is still missing for the next rank, once the cart is paid */
            next_rank: components["schemas"]["RankAfterView"] | null;
        };
        CartItemDataView: {
            /** @example TEA-BOX-3 */
            sku: string;
            /** @example green-tea-collection */
            bundle_id: string;
            /** @example 18.5 */
            business_volume: number;
            /** @example 18 */
            points: number;
            /** @example 18.5 */
            cumulative_volume: number;
        };
        CartItemView: {
            /** @example 1 */
            id: number;
            /**
             * @description id of the cart, which becomes the order
             * @example 1
             */
            order_id_id: number;
            /**
             * @description uid of the user for whom the bundle was created
             * @example 2
             */
            vendor_id: number;
            /**
             * @description id of the variant
             * @example 9
             */
            product_id: number;
            /** @example green-tea-collection */
            bundle_id: string;
            /**
             * @example product
             * @enum {string}
             */
            line_item_type: "product";
            /** @example Green Tea Collection, 3 × 100 g */
            line_item_label: string;
            /** @example 1 */
            quantity: number;
            /**
             * @description unit_price × quantity
             * @example 27.8
             */
            price: number;
            data: components["schemas"]["CartItemDataView"];
            /**
             * @example available
             * @enum {string}
             */
            status: "available" | "unavailable";
            /** @example 27.8 */
            unit_price: number;
            /** @example USD */
            currency_code: string;
            /** @example $ */
            currency_symbol: string;
        };
        CartView: {
            cartitems: components["schemas"]["CartItemView"][];
            /**
             * @description null until the first item is added
             * @example 1
             */
            cart_id: number | null;
            /**
             * @description increases with every change; 0 without a cart; for If-Match
             * @example 4
             */
            version: number;
            /** @example USD */
            currency_code: string;
            /** @example $ */
            currency_symbol: string;
            /** @description totals of the available items */
            totals: components["schemas"]["TotalsView"];
        };
        CartVolumesView: {
            /** @example 18.5 */
            business_volume: number;
            /** @example 18 */
            points: number;
            /** @example 18.5 */
            cumulative_volume: number;
        };
        CategoryFacet: {
            /** @example external-api-product */
            category: string;
            /** @example 12 */
            count: number;
        };
        ChangeAddressDto: {
            /**
             * @description what the user calls it
             * @example Home
             */
            label?: string;
            /** @example Maria Schmidt */
            recipient?: string;
            /** @example Lindenallee 12 */
            line1?: string;
            /** @example 2nd floor */
            line2?: string;
            /** @example 10115 */
            postal_code?: string;
            /** @example Berlin */
            city?: string;
            /**
             * @description ISO 3166-2, of the country
             * @example DE-BE
             */
            state?: string | null;
            /** @example DE */
            country_code?: string;
            /**
             * @description goods go there; no other address does then
             * @example true
             */
            is_default_shipping?: boolean;
            /**
             * @description invoices go there; no other address does then
             * @example true
             */
            is_default_billing?: boolean;
        };
        ChangeOwnPasswordDto: {
            /**
             * @description the current password
             * @example the old one, still right
             */
            current_password: string;
            /**
             * @description the new one; all other sessions end
             * @example correct horse battery staple
             */
            password: string;
        };
        ChangeProfileDto: {
            /** @example Maria */
            first_name?: string;
            /** @example Schmidt */
            last_name?: string;
            /** @example DE */
            country_code?: string;
        };
        CommissionLineView: {
            /**
             * @description from 1, in the order in which lines are calculated
             * @example 17
             */
            number: number;
            /**
             * @description the payee
             * @example 5
             */
            uid: number;
            /** @example maria */
            username: string;
            /**
             * @description id of the bonus in the plan, `cap` or `clawback`
             * @example levels
             */
            bonus: string;
            /** @example unilevel */
            type: string;
            /**
             * @description the source: the member whose volume or earnings are its base
             * @example 7
             */
            source_uid: number | null;
            /** @example jonas */
            source_username: string | null;
            /** @example 1 */
            level: number | null;
            /**
             * @description the rank that a `rank_advancement` line pays for
             * @example null
             */
            rank: string | null;
            /** @example 5 */
            percent: number | null;
            /**
             * @description in money
             * @example 248
             */
            base: number | null;
            /**
             * @description in money; negative for deductions
             * @example 12.4
             */
            amount: number;
            /**
             * @description of a `clawback`
             * @example null
             */
            takes_back: components["schemas"]["TakenBackLineView"] | null;
        };
        ComparedView: {
            /** @example 11 */
            run_id: number;
            /** @example 2026-09 */
            period: string;
            /** @example 20 */
            earned: number;
            /** @example -7.6 */
            difference: number;
            /**
             * @description whether the member was active in that period
             * @example true
             */
            active: boolean;
            /**
             * @description the paid-as rank of that period
             * @example silver
             */
            rank: string | null;
            /** @example 7.60 USD less than in 2026-09: less by levels. */
            sentence: string;
            /** @description the differences; bonuses first */
            differences: components["schemas"]["ExplainedDifferenceView"][];
        };
        ConditionLegView: {
            /**
             * @description the member at the head of the leg
             * @example 12
             */
            uid: number;
            /** @example maria */
            username: string | null;
            /**
             * @description its qualifying volume, without the part that is in the personal volume
             * @example 850
             */
            had: number;
            /**
             * @description the part that counts under the cap
             * @example 600
             */
            counts: number | null;
            /**
             * @description the highest paid-as rank in it
             * @example silver
             */
            rank: string | null;
            /**
             * @description whether it has the required rank
             * @example null
             */
            holds: boolean | null;
        };
        ConfirmEmailDto: {
            /**
             * @description from the event `account.email_change_requested`
             * @example q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc
             */
            token: string;
        };
        ConfirmSignUpDto: {
            /**
             * @description from the event `account.confirmation_requested`
             * @example q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc
             */
            token: string;
            /**
             * @description another username, if the one of the sign-up is taken
             * @example maria-2
             */
            username?: string;
            /**
             * @description another sponsor, if the one of the sign-up does not exist; blank for no sponsor
             * @example alice
             */
            sponsor?: string;
        };
        ConfirmationSentView: {
            /**
             * @example confirmation_sent
             * @enum {string}
             */
            status: "confirmation_sent";
        };
        CountriesView: {
            countries: components["schemas"]["CountryView"][];
        };
        CountryView: {
            /**
             * @description ISO 3166-1 alpha-2
             * @example DE
             */
            code: string;
            /**
             * @description English name
             * @example Germany
             */
            name: string;
        };
        CreateOrderDto: {
            /**
             * @description the total shown to the user, `totals.price` of the cart; if the order would cost anything else, it is not placed; at most 4 decimals
             * @example 27.8
             */
            expected_total?: number;
        };
        DownlineMemberView: {
            /** @example 12 */
            uid: number;
            /** @example maria */
            username: string;
            /**
             * @description first and last name
             * @example Maria Santos
             */
            name: string;
            /** @example BR */
            country_code: string | null;
            /**
             * @example distributor
             * @enum {string}
             */
            kind: "distributor" | "preferred" | "customer";
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "suspended" | "terminated";
            /**
             * Format: date-time
             * @example 2026-11-02T08:30:00.000Z
             */
            enrolled_at: string;
            /**
             * @description the paid-as rank as of now; customers have none; null while no plan is in force
             * @example silver
             */
            rank: string | null;
            /**
             * @description whether the member is active as of now; null while no plan is in force
             * @example true
             */
            active: boolean | null;
            /**
             * @description qualifying volume of the open period: of the member’s own rows, and of customers where the plan counts them
             * @example 120.5
             */
            personal_volume: number;
            /**
             * @description qualifying volume of the member and all below in the tree
             * @example 4300
             */
            group_volume: number;
            /**
             * @description whether the member’s own volumes are left out of all sums: they are more than can be added up exactly
             * @example false
             */
            volumes_left_out: boolean;
            /**
             * @description how far below
             * @example 1
             */
            level: number;
            /** @example 5 */
            parent_uid: number | null;
            /**
             * @description of the parent, in the placement tree
             * @example null
             */
            leg: number | null;
        };
        EarningView: {
            /** @example 4711 */
            id: number;
            /**
             * Format: date-time
             * @description when it was written
             * @example 2026-12-03T09:30:00.000Z
             */
            at: string;
            /**
             * @example adjustment
             * @enum {string}
             */
            kind: "commission" | "clawback" | "adjustment" | "payout" | "payout_failed";
            /**
             * @description negative for deductions and payouts
             * @example 25.5
             */
            amount: number;
            /**
             * @description of `commission` and `clawback`
             * @example null
             */
            period: string | null;
            /**
             * Format: date-time
             * @description from when it is payable; deductions count at once
             * @example 2026-12-03T09:30:00.000Z
             */
            payable_at: string;
            /**
             * @description of an adjustment, or why a payout failed
             * @example Bonus of the convention
             */
            reason: string | null;
        };
        EstimateView: {
            /** @example 42.5 */
            amount: number;
            /** @example USD */
            currency_code: string;
            /** @description the same by bonus */
            by_bonus: components["schemas"]["BonusSumView"][];
            /**
             * Format: date-time
             * @description when it was calculated
             * @example 2026-11-20T10:00:00.000Z
             */
            as_of: string;
            /**
             * @description the preview
             * @example 7
             */
            run_id: number;
        };
        ExplainedActivityView: {
            /** @example true */
            active: boolean;
            /** @example Personal volume is 160: 100 bought by the member and 60 by its customers. */
            sentence: string;
            conditions: components["schemas"]["ExplainedConditionView"][];
        };
        ExplainedBonusView: {
            /**
             * @description its id, `cap` or `clawback`
             * @example levels
             */
            bonus: string;
            /** @example unilevel */
            type: string;
            /**
             * @description the sum of all its lines, in money
             * @example 12.4
             */
            amount: number;
            /** @example Pays a percentage of what is bought below, level by level in the sponsor tree. */
            rule: string;
            /** @example 12.40 USD by 1 line. */
            sentence: string;
            /**
             * @description why it pays nothing, or not more
             * @example [
             *       "rank"
             *     ]
             */
            reasons: ("not_a_distributor" | "terminated" | "suspended" | "not_active" | "rank" | "no_source" | "no_match" | "legs" | "not_placed" | "cap" | "step" | "title" | "shares" | "passed_over" | "no_payee" | "returned")[];
            /**
             * @description numbers of this type of bonus
             * @example {
             *       "percents": [
             *         5,
             *         3
             *       ]
             *     }
             */
            figures: {
                [key: string]: unknown;
            };
            /**
             * @description the number of lines; 1,000 means 1,000 or more
             * @example 1
             */
            count: number;
            /** @description the lines from `offset` on, at most `limit` */
            lines: components["schemas"]["CommissionLineView"][];
        };
        ExplainedConditionLegView: {
            /** @example 7 */
            uid: number;
            /** @example jonas */
            username: string;
            /**
             * @description the volume of the leg
             * @example 160
             */
            had: number | null;
            /**
             * @description the part that counts
             * @example 160
             */
            counts: number | null;
            /**
             * @description the highest paid-as rank in the leg
             * @example silver
             */
            rank: string | null;
            /** @example true */
            holds: boolean | null;
        };
        ExplainedConditionView: {
            /**
             * @example group_volume
             * @enum {string}
             */
            condition: "personal_volume" | "group_volume" | "leg_cap_percent" | "active_frontline" | "customers" | "legs" | "any";
            /**
             * @description of `legs`: the rank that somebody in the leg must have
             * @example silver
             */
            rank: string | null;
            /** @example 1000 */
            wanted: number | null;
            /** @example 870.5 */
            had: number | null;
            /**
             * @description 0 if it is met
             * @example 129.5
             */
            missing: number;
            /** @example false */
            holds: boolean;
            /** @example Personal volume is 160: 100 bought by the member and 60 by its customers. */
            sentence: string;
            /** @description the largest legs, where the condition looks at legs */
            legs: components["schemas"]["ExplainedConditionLegView"][];
            /**
             * @description of `any`: its branches, each a list of conditions like this one; one must be met
             * @example []
             */
            any: {
                [key: string]: unknown;
            }[][];
        };
        ExplainedDifferenceView: {
            /**
             * @description a bonus or a measure
             * @example levels
             */
            of: string;
            /** @example 20 */
            before: number;
            /** @example 12.4 */
            now: number;
            /** @example -7.6 */
            difference: number;
            /** @example levels: 12.40 USD instead of 20.00 USD. */
            sentence: string;
        };
        ExplainedMeasurePartView: {
            /**
             * @description `others`: all that are not listed by themselves; `succession`: what came or went with a position that was merged or handed over; `later`: what the ledger of the member has more or less now than in the run, by rows that came after it or positions that were merged
             * @example customer
             * @enum {string}
             */
            part: "own" | "customer" | "leg" | "others" | "sale" | "cancellation" | "return" | "adjustment" | "import" | "succession" | "later";
            /**
             * @description the member that it comes from
             * @example 7
             */
            uid: number | null;
            /** @example jonas */
            username: string | null;
            /**
             * @description how many rows, or others
             * @example null
             */
            count: number | null;
            /** @example 160 */
            volume: number;
        };
        ExplainedMeasureView: {
            /**
             * @example personal_volume
             * @enum {string}
             */
            measure: "own_volume" | "commissionable_volume" | "personal_volume" | "group_volume";
            /** @example 160 */
            value: number;
            /** @example Personal volume is 160: 100 bought by the member and 60 by its customers. */
            sentence: string;
            parts: components["schemas"]["ExplainedMeasurePartView"][];
        };
        ExplainedOrderBonusView: {
            /** @example levels */
            bonus: string;
            /** @example unilevel */
            type: string;
            /**
             * @description in money
             * @example 248
             */
            base: number;
            /** @example Commissions are paid on 248: 2 members above got something. */
            sentence: string;
            /** @description the nearest first, until all levels are given out; at most 300 */
            above: components["schemas"]["PaidAboveView"][];
            /**
             * @description what `base` is a part of: money that lines are paid on, or the volume of a leg, of a group, of everybody; null where it is in none
             * @example 496
             */
            whole: number | null;
            /**
             * @description of what the member got by this bonus, in money; null where a bonus pays on a whole that cannot be put down to single orders
             * @example 12.4
             */
            share: number | null;
        };
        ExplainedOrderView: {
            /** @example 5 */
            id: number;
            /** @example 10000005 */
            number: string | null;
            /**
             * @description the buyer; null for members if the buyer is in another team
             * @example 7
             */
            uid: number | null;
            /**
             * @description null if `uid` is null
             * @example jonas
             */
            username: string | null;
            /**
             * @description null if `uid` is null
             * @example paid
             */
            status: string | null;
            /**
             * @description its commissionable volume in the period, less what came back in it
             * @example 248
             */
            commissionable_volume: number;
            /**
             * @description of what the member got, in money, to the nearest ten-thousandth below: the sum of those by bonus
             * @example 12.4
             */
            share: number;
            /**
             * @description the one reason that decides
             * @example paid
             * @enum {string}
             */
            reason: "other_team" | "not_paid" | "cancelled" | "before_period" | "after_period" | "taken_back" | "came_back" | "position_given" | "own" | "no_share" | "part_of_whole" | "paid";
            /**
             * @description that reason in words
             * @example Commissions are paid on 248 of it. 12.40 USD is its share of what this member got.
             */
            sentence: string;
            /** @description in the plan’s order, if the order counts in the period and is not the member’s own: of bonuses by level the way from the buyer up to the member, of others what the order is a part of */
            bonuses: components["schemas"]["ExplainedOrderBonusView"][];
            /** @description the member’s lines on the buyer; an order is a part of their base */
            lines: components["schemas"]["CommissionLineView"][];
        };
        ExplainedRankView: {
            /** @example silver */
            rank: string;
            /**
             * @description whether all of its conditions are met
             * @example true
             */
            holds: boolean;
            /** @example true */
            is_paid_as: boolean;
            /** @example Personal volume is 160: 100 bought by the member and 60 by its customers. */
            sentence: string;
            conditions: components["schemas"]["ExplainedConditionView"][];
        };
        ExplainedSourceView: {
            /** @example levels */
            bonus: string;
            /** @example unilevel */
            type: string;
            /**
             * @description in money
             * @example 248
             */
            base: number;
            /** @example Commissions are paid on 248: 2 members above got something. */
            sentence: string;
            /** @description the nearest first, until all levels are given out; at most 300 */
            above: components["schemas"]["PaidAboveView"][];
        };
        ExplainedSuccessionView: {
            /**
             * @example merge
             * @enum {string}
             */
            kind: "merge" | "hand_over";
            /**
             * @description `taken`: the member has the position of `uid` since; `given`: `uid` has that of the member
             * @example taken
             * @enum {string}
             */
            direction: "taken" | "given";
            /**
             * @description null for members if it is the present holder of their position
             * @example 7
             */
            uid: number | null;
            /** @example jonas */
            username: string | null;
            /**
             * Format: date-time
             * @example 2026-10-12T09:30:00.000Z
             */
            at: string;
            /** @example On 2026-10-12 another position was merged into this one: what it had bought since the period began, who stood below it and what it carried over count here. */
            sentence: string;
        };
        ExplainedView: {
            /** @example 12 */
            run_id: number;
            /** @example 2026-10 */
            period: string;
            /** @example posted */
            status: string;
            /** @example Hybrid 2027 */
            plan_name: string;
            /** @example USD */
            currency_code: string;
            /** @example 5 */
            uid: number;
            /** @example maria */
            username: string;
            /** @example Maria Schmidt */
            name: string;
            /**
             * @description the sum of all bonuses below
             * @example 12.4
             */
            earned: number;
            /** @example 12.40 USD: 12.40 USD by levels. */
            sentence: string;
            measures: components["schemas"]["ExplainedMeasureView"][];
            activity: components["schemas"]["ExplainedActivityView"];
            /**
             * @description the paid-as rank
             * @example silver
             */
            rank: string | null;
            /**
             * @description the title rank before
             * @example silver
             */
            title_before: string | null;
            /**
             * @description the title rank after
             * @example silver
             */
            title_rank: string | null;
            /** @description the highest rank first */
            ranks: components["schemas"]["ExplainedRankView"][];
            /** @description in the plan’s order, then `cap` and `clawback` */
            bonuses: components["schemas"]["ExplainedBonusView"][];
            /**
             * @description positions that were merged or handed over, to the member or by it, while the period went on: oldest first, at most 50
             * @example []
             */
            successions: components["schemas"]["ExplainedSuccessionView"][];
            /** @description how bonuses used what the member bought and earned */
            as_source: components["schemas"]["ExplainedSourceView"][];
            /**
             * @description null without a previous posted period
             * @example null
             */
            compared_to_previous: components["schemas"]["ComparedView"] | null;
            /**
             * @description null unless `order` is asked for
             * @example null
             */
            order: components["schemas"]["ExplainedOrderView"] | null;
        };
        FacetsView: {
            /** @description most frequent first, at most 50 */
            categories: components["schemas"]["CategoryFacet"][];
            /** @description of the lowest price of each bundle */
            price: components["schemas"]["RangeFacet"];
            business_volume: components["schemas"]["RangeFacet"];
        };
        ListedApiBundle: {
            /** @example tea-box */
            bundle_id: string;
            /** @example Tea box */
            bundle_name: string;
            products: components["schemas"]["ListedApiProduct"][];
        };
        ListedApiProduct: {
            /** @example 41 */
            product_id: number;
            /** @example Green tea, 100 g */
            name: string;
            /** @example 24.9 */
            base_price: number;
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "inactive";
        };
        LogOutDto: {
            /**
             * @description ends all sessions linked by single sign-on, in all applications; default false
             * @example true
             */
            everywhere?: boolean;
        };
        LogOutView: {
            /**
             * @description with `everywhere`: the `logout_url`s of the other applications that the user was logged in to
             * @example [
             *       "https://shop.example.com/sso/logout"
             *     ]
             */
            logout_urls?: string[];
        };
        MemberView: {
            /** @example 12 */
            uid: number;
            /** @example maria */
            username: string;
            /**
             * @description first and last name
             * @example Maria Santos
             */
            name: string;
            /** @example BR */
            country_code: string | null;
            /**
             * @example distributor
             * @enum {string}
             */
            kind: "distributor" | "preferred" | "customer";
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "suspended" | "terminated";
            /**
             * Format: date-time
             * @example 2026-11-02T08:30:00.000Z
             */
            enrolled_at: string;
            /**
             * @description the paid-as rank as of now; customers have none; null while no plan is in force
             * @example silver
             */
            rank: string | null;
            /**
             * @description whether the member is active as of now; null while no plan is in force
             * @example true
             */
            active: boolean | null;
            /**
             * @description qualifying volume of the open period: of the member’s own rows, and of customers where the plan counts them
             * @example 120.5
             */
            personal_volume: number;
            /**
             * @description qualifying volume of the member and all below in the tree
             * @example 4300
             */
            group_volume: number;
            /**
             * @description whether the member’s own volumes are left out of all sums: they are more than can be added up exactly
             * @example false
             */
            volumes_left_out: boolean;
            /** @example 3 */
            sponsor_uid: number | null;
            /** @description null for members who are not placed */
            placement: components["schemas"]["PlaceView"] | null;
            /**
             * @description how many the member sponsors
             * @example 3
             */
            frontline: number;
            /**
             * @description how many are below in the sponsor tree
             * @example 41
             */
            members: number;
            period: components["schemas"]["PeriodView"];
        };
        NextRankView: {
            /** @example gold */
            name: string;
            /** @description all must be met, besides being active */
            conditions: components["schemas"]["ProgressConditionView"][];
        };
        NotCreatedView: {
            /**
             * @description index in the request, from 0
             * @example 3
             */
            index: number;
            /** @example tea-box */
            bundle_id: string | null;
            /** @example Tea box */
            name: string | null;
        };
        OrderDetailsView: {
            /** @example 1 */
            id: number;
            /** @example 20261120-000001 */
            order_number: string;
            /**
             * @example placed
             * @enum {string}
             */
            status: "placed" | "paid" | "completed" | "cancelled" | "returned";
            /**
             * Format: date-time
             * @example 2026-11-20T09:30:00.000Z
             */
            placed_at: string;
            /**
             * Format: date-time
             * @description null until it is paid; also if it was paid before version 2.1 and the time is not known
             * @example null
             */
            paid_at: string | null;
            /**
             * Format: date-time
             * @description null until it is completed; also as for `paid_at`
             * @example null
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description null until it is cancelled; also as for `paid_at`
             * @example null
             */
            cancelled_at: string | null;
            /** @example USD */
            currency_code: string;
            /** @example $ */
            currency_symbol: string;
            /** @description of everything that was bought, including returned pieces */
            totals: components["schemas"]["TotalsView"];
            items: components["schemas"]["OrderItemView"][];
            /** @description its history, oldest first */
            moves: components["schemas"]["OrderMoveView"][];
        };
        OrderItemView: {
            /** @example 1 */
            id: number;
            /** @example 9 */
            product_id: number;
            /** @example green-tea-collection */
            bundle_id: string;
            /** @example TEA-BOX-3 */
            sku: string;
            /** @example Green Tea Collection, 3 × 100 g */
            line_item_label: string;
            /** @example 1 */
            quantity: number;
            /** @example 27.8 */
            unit_price: number;
            /**
             * @description unit_price × quantity
             * @example 27.8
             */
            price: number;
            /**
             * @description line total
             * @example 18.5
             */
            business_volume: number;
            /**
             * @description line total
             * @example 18
             */
            points: number;
            /**
             * @description line total
             * @example 18.5
             */
            cumulative_volume: number;
            /**
             * @description how many of the pieces were returned
             * @example 0
             */
            returned: number;
        };
        OrderMoveView: {
            /**
             * @description the previous status; null for the placing, and if it was not known before version 2.1
             * @example placed
             * @enum {string|null}
             */
            from: "placed" | "paid" | "completed" | "cancelled" | "returned" | null;
            /**
             * @description status after; the same if only a part was returned
             * @example paid
             * @enum {string}
             */
            to: "placed" | "paid" | "completed" | "cancelled" | "returned";
            /**
             * Format: date-time
             * @example 2026-11-20T10:15:00.000Z
             */
            at: string;
            /**
             * @description the user who did it; null for the service itself, and if it was not known before version 2.1
             * @example admin
             * @enum {string|null}
             */
            by: "buyer" | "admin" | null;
            /** @example paid by bank transfer */
            reason: string | null;
            /**
             * @description what was returned; empty if nothing was
             * @example []
             */
            returned_items: components["schemas"]["ReturnedItemView"][];
            /**
             * @description the user who made the change; for API admins only
             * @example 2
             */
            by_uid?: number | null;
            /**
             * @description user name of `by_uid`; for API admins only
             * @example keeper
             */
            by_username?: string | null;
        };
        OrderReturnDto: {
            /**
             * @description id of the order
             * @example 5
             */
            order_id: number;
            /** @description default: everything that is left of the order */
            items?: components["schemas"]["ReturnedItemDto"][];
            /**
             * @description why; shown to the buyer too
             * @example damaged on arrival
             */
            reason: string;
        };
        OrderStatusDto: {
            /**
             * @description id of the order
             * @example 79
             */
            order_id: number;
            /**
             * @description the new status
             * @example paid
             * @enum {string}
             */
            status: "placed" | "paid" | "completed" | "cancelled" | "returned";
            /**
             * @description why; shown to the buyer too
             * @example paid by bank transfer
             */
            reason?: string;
        };
        OrderView: {
            /** @example 1 */
            id: number;
            /** @example 20261120-000001 */
            order_number: string;
            /**
             * @example placed
             * @enum {string}
             */
            status: "placed" | "paid" | "completed" | "cancelled" | "returned";
            /**
             * Format: date-time
             * @example 2026-11-20T09:30:00.000Z
             */
            placed_at: string;
            /**
             * Format: date-time
             * @description null until it is paid; also if it was paid before version 2.1 and the time is not known
             * @example null
             */
            paid_at: string | null;
            /**
             * Format: date-time
             * @description null until it is completed; also as for `paid_at`
             * @example null
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description null until it is cancelled; also as for `paid_at`
             * @example null
             */
            cancelled_at: string | null;
            /** @example USD */
            currency_code: string;
            /** @example $ */
            currency_symbol: string;
            /** @description of everything that was bought, including returned pieces */
            totals: components["schemas"]["TotalsView"];
            items: components["schemas"]["OrderItemView"][];
        };
        OwnSessionView: {
            /**
             * Format: uuid
             * @example 8c0f4f0e-55c1-4a7d-9f54-7c1f5b1d2e63
             */
            id: string;
            /**
             * Format: uuid
             * @description the application; null for the admin module
             * @example null
             */
            application_id: string | null;
            /**
             * @description null if it is not known
             * @example Firefox on Windows
             */
            device: string | null;
            /**
             * @description the address that logged in
             * @example 203.0.113.7
             */
            ip: string | null;
            /**
             * Format: date-time
             * @example 2026-11-24T08:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-24T20:30:00.000Z
             */
            expires_at: string;
            /**
             * @description whether it is the current session
             * @example true
             */
            is_current: boolean;
        };
        PaidAboveView: {
            /**
             * @description null for members, who do not see their upline
             * @example 7
             */
            uid: number | null;
            /**
             * @description null for members
             * @example maria
             */
            username: string | null;
            /**
             * @description null for members who are passed over
             * @example 1
             */
            level: number | null;
            /** @example 5 */
            percent: number | null;
            /**
             * @description null for members who were not paid; members do not see it
             * @example 12.4
             */
            amount: number | null;
            /**
             * @description why it pays nothing
             * @example null
             * @enum {string|null}
             */
            reason: "not_a_distributor" | "terminated" | "suspended" | "not_active" | "rank" | "no_source" | "no_match" | "legs" | "not_placed" | "cap" | "step" | "title" | "shares" | "passed_over" | "no_payee" | "returned" | null;
            /** @example Level 1: 5 %. */
            sentence: string;
        };
        PeriodView: {
            /**
             * Format: date-time
             * @example 2026-11-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description not included
             * @example 2026-12-01T00:00:00.000Z
             */
            to: string;
        };
        PictureView: {
            /** @example https://cdn.example.com/tea-box.jpg */
            url: string;
            /**
             * @description alternative text, in the language of the response
             * @example Tea box
             */
            alt: string;
        };
        PlaceMemberDto: {
            /**
             * @description a member in the holding tank
             * @example 45
             */
            uid: number;
            /**
             * @description the parent: the sponsor, or a member placed below the sponsor
             * @example 22
             */
            parent_uid: number;
            /**
             * @description a free leg of the parent
             * @example 1
             */
            leg: number;
        };
        PlaceView: {
            /**
             * @description null: a root
             * @example 5
             */
            parent_uid: number | null;
            /** @example 1 */
            leg: number | null;
            /**
             * @description qualifying volume of the member and all below in the placement tree
             * @example 4300
             */
            group_volume: number;
            /**
             * @description how many are below in total
             * @example 41
             */
            members: number;
        };
        PlacedMemberView: {
            /** @example 12 */
            uid: number;
            /** @example 3 */
            parent_uid: number;
            /** @example 1 */
            leg: number;
        };
        PlacedOrderView: {
            /** @example 1 */
            order_id: number;
            /** @example 20261120-000001 */
            order_number: string;
            /**
             * @example placed
             * @enum {string}
             */
            status: "placed" | "paid" | "completed" | "cancelled" | "returned";
        };
        PostedPeriodView: {
            /**
             * @description a month, or an ISO week such as `2026-W43`
             * @example 2026-10
             */
            period: string;
            /**
             * Format: date-time
             * @example 2026-10-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description not included
             * @example 2026-11-01T00:00:00.000Z
             */
            to: string;
            /**
             * Format: date-time
             * @example 2026-11-03T10:00:00.000Z
             */
            posted_at: string;
            /**
             * @description the sum of all lines; may be negative
             * @example 42.5
             */
            total: number;
            /** @example USD */
            currency_code: string;
            /** @description the same by bonus, in the order of the plan */
            by_bonus: components["schemas"]["BonusSumView"][];
            /**
             * @example distributor
             * @enum {string}
             */
            kind: "distributor" | "preferred" | "customer";
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "suspended" | "terminated";
            /**
             * @description whether the member was active in the period
             * @example true
             */
            active: boolean;
            /**
             * @description the paid-as rank
             * @example silver
             */
            rank: string | null;
            /**
             * @description the title rank after the period
             * @example gold
             */
            title_rank: string | null;
            /** @example 120 */
            personal_volume: number;
            /** @example 4300 */
            group_volume: number;
        };
        ProductDetailsView: {
            /** @example 41 */
            product_id: number;
            /** @example Green tea, 100 g */
            name: string;
            /** @example 24.9 */
            base_price: number;
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @example external-api-product */
            product_type: string;
            /**
             * @description URL of an image
             * @example null
             */
            image: string | null;
            /** @example TEA-GREEN-100 */
            sku: string;
            /**
             * @description whether it can be ordered
             * @example available
             * @enum {string}
             */
            availability: "available" | "unavailable";
        };
        ProductListEntry: {
            /** @example Tea box */
            name: string;
            /** @example external-api-product */
            product_type: string;
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "inactive";
            products: components["schemas"]["ProductOfEntry"][];
            /** @example tea-box */
            bundle_id: string;
            /**
             * @description the name in the language of the response
             * @example Teekiste
             */
            title?: string;
            /** @example Drei Tees in einer Holzkiste. */
            description?: string;
            /** @example Drei Tees */
            short_description?: string;
            /**
             * @description the language of `title`
             * @example de
             */
            language?: string;
            /** @example USD */
            currency_code?: string;
            /** @example $ */
            currency_symbol?: string;
            /**
             * @description of one unit of any of its products
             * @example 20
             */
            business_volume?: number;
            /**
             * @description of one unit of any of its products
             * @example 15
             */
            points?: number;
            /**
             * @description of one unit of any of its products
             * @example 20
             */
            cumulative_volume?: number;
            /**
             * @description whether any of its products is
             * @example available
             * @enum {string}
             */
            availability?: "available" | "unavailable";
            pictures?: components["schemas"]["PictureView"][];
            /**
             * Format: date-time
             * @example 2026-11-21T08:30:00.000Z
             */
            updated_at?: string;
            translations?: components["schemas"]["TranslationsView"];
        };
        ProductOfEntry: {
            /** @example 41 */
            product_id: number;
            /** @example Green tea, 100 g */
            name: string;
            /** @example 24.9 */
            base_price: number;
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @example external-api-product */
            product_type: string;
            /**
             * @description URL of an image
             * @example null
             */
            image: string | null;
            /** @example TEA-GREEN-100 */
            sku?: string;
            /**
             * @description whether it can be ordered
             * @example available
             * @enum {string}
             */
            availability?: "available" | "unavailable";
        };
        ProfileView: {
            /** @example 12 */
            uid: number;
            /** @example maria */
            username: string;
            /**
             * @description changed at `account/email/`
             * @example maria@example.com
             */
            email: string | null;
            /** @example Maria */
            first_name: string;
            /** @example Schmidt */
            last_name: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example DE
             */
            country_code: string | null;
            /**
             * @description username of the sponsor
             * @example alice
             */
            sponsor: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T08:30:00.000Z
             */
            created_at: string;
        };
        ProgressConditionView: {
            /**
             * @description `leg_cap_percent`: the required group volume, where each leg and the personal volume count up to the cap
             * @example leg_cap_percent
             * @enum {string}
             */
            condition: "personal_volume" | "group_volume" | "leg_cap_percent" | "active_frontline" | "customers" | "legs" | "any";
            /**
             * @description the rank that is required in legs
             * @example null
             */
            rank: string | null;
            /**
             * @description volume, members or legs; of `any` 1
             * @example 1000
             */
            wanted: number;
            /** @example 720 */
            had: number;
            /**
             * @description 0 if it is met
             * @example 280
             */
            missing: number;
            /** @example false */
            holds: boolean;
            /** @description if it is about legs: the 20 largest */
            legs: components["schemas"]["ConditionLegView"][];
            /**
             * @description of `any`: its branches, each a list of conditions like this one; one branch must be met
             * @example []
             */
            any: {
                [key: string]: unknown;
            }[][];
        };
        ProgressView: {
            /**
             * @description a month, or an ISO week such as `2026-W47`
             * @example 2026-11
             */
            period: string;
            /**
             * Format: date-time
             * @example 2026-11-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description not included
             * @example 2026-12-01T00:00:00.000Z
             */
            to: string;
            /**
             * @example distributor
             * @enum {string}
             */
            kind: "distributor" | "preferred" | "customer";
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "suspended" | "terminated";
            /**
             * @description the member’s own orders count at once
             * @example 120
             */
            personal_volume: number;
            /**
             * @description orders of others count within 5 seconds
             * @example 720
             */
            group_volume: number;
            /**
             * @description null while no plan is in force
             * @example true
             */
            active: boolean | null;
            /** @description the conditions of being active */
            active_conditions: components["schemas"]["ProgressConditionView"][];
            /**
             * @description the paid-as rank as of now; null for customers and terminated members, and while no plan is in force
             * @example silver
             */
            rank: string | null;
            /** @description null for members who have the highest rank, or can have none */
            next_rank: components["schemas"]["NextRankView"] | null;
            /** @description as of the newest preview; null until there is one */
            estimated: components["schemas"]["EstimateView"] | null;
        };
        RangeFacet: {
            /** @example 9.9 */
            min: number | null;
            /** @example 129 */
            max: number | null;
        };
        RankAfterView: {
            /** @example gold */
            name: string;
            conditions: components["schemas"]["ProgressConditionView"][];
        };
        RankChangeView: {
            /** @example member */
            before: string | null;
            /** @example silver */
            after: string | null;
        };
        ReferralView: {
            /**
             * @description send it as `ref` of a sign-up; it does not expire
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6InJlZitqd3QiLCJraWQiOiIxZiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl
             */
            ref: string;
        };
        RemoveCartItemDto: {
            /**
             * @description id of the cart item
             * @example 218
             */
            pk: number;
            /**
             * @description id of the cart
             * @example 115
             */
            order_id: number;
        };
        RequestEmailChangeDto: {
            /**
             * @description the current password
             * @example the old one, still right
             */
            current_password: string;
            /**
             * Format: email
             * @description the new one
             * @example maria@example.com
             */
            email: string;
        };
        RequestPasswordResetDto: {
            /**
             * @description username or e-mail address
             * @example maria@example.com
             */
            login: string;
        };
        ReturnedItemDto: {
            /**
             * @description id of the line
             * @example 8
             */
            id: number;
            /**
             * @description the number of pieces
             * @example 1
             */
            quantity: number;
        };
        ReturnedItemView: {
            /**
             * @description id of the line
             * @example 1
             */
            id: number;
            /** @example 1 */
            quantity: number;
        };
        SelfSignUpDto: {
            /**
             * @description unique, case-insensitive
             * @example maria
             */
            username: string;
            /**
             * Format: email
             * @description unique, case-insensitive
             * @example maria@example.com
             */
            email: string;
            /** @example correct horse battery staple */
            password: string;
            /** @example Maria */
            first_name: string;
            /** @example Schmidt */
            last_name: string;
            /**
             * @description username of the sponsor; blank for none
             * @example alice
             */
            sponsor?: string | null;
            /** @example DE */
            country_code: string;
            /**
             * @description default: distributor. Customers and preferred customers sponsor no distributors
             * @example distributor
             * @enum {string}
             */
            kind?: "distributor" | "preferred" | "customer";
            /**
             * @description the `ref` of a member’s referral link, instead of `sponsor`
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6InJlZitqd3QiLCJraWQiOiIxZiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl
             */
            ref?: string;
        };
        SetAsideView: {
            /** @description the bundle id already exists, or is repeated in the request */
            same_bundle_id: components["schemas"]["NotCreatedView"][];
            /**
             * @description the bundle id is null
             * @example []
             */
            bundle_id_null: components["schemas"]["NotCreatedView"][];
            /**
             * @description there is no bundle id
             * @example []
             */
            bundle_id_not_found: components["schemas"]["NotCreatedView"][];
        };
        SetPasswordDto: {
            /**
             * @description from the link
             * @example q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc
             */
            token: string;
            /**
             * @description the new one; all sessions end
             * @example correct horse battery staple
             */
            password: string;
        };
        SignUpDto: {
            /**
             * @description unique, case-insensitive
             * @example maria
             */
            username: string;
            /**
             * Format: email
             * @description unique, case-insensitive
             * @example maria@example.com
             */
            email: string;
            /** @example correct horse battery staple */
            password: string;
            /** @example Maria */
            first_name: string;
            /** @example Schmidt */
            last_name: string;
            /**
             * @description username of the sponsor; blank for none
             * @example alice
             */
            sponsor?: string | null;
            /** @example DE */
            country_code: string;
            /**
             * @description default: distributor. Customers and preferred customers sponsor no distributors
             * @example distributor
             * @enum {string}
             */
            kind?: "distributor" | "preferred" | "customer";
            /** @description a free place below the sponsor, for a distributor in a network with a placement tree; if omitted, the rule of the network decides */
            placement?: components["schemas"]["SignUpPlacementDto"] | null;
        };
        SignUpPlacementDto: {
            /**
             * @description username of the parent
             * @example sofia
             */
            parent: string;
            /**
             * @description the leg of the parent, from 1
             * @example 2
             */
            leg: number;
        };
        SignedUpView: {
            /** @example 12 */
            uid: number;
        };
        StateView: {
            /**
             * @description ISO 3166-2
             * @example US-CA
             */
            code: string;
            /** @example California */
            name: string;
        };
        StatementLineView: {
            /**
             * @description of the period; names the line
             * @example 17
             */
            number: number;
            /**
             * @description id of the bonus, `cap` or `clawback`
             * @example levels
             */
            bonus: string;
            /**
             * @description type of the bonus, `cap` or `clawback`
             * @example unilevel
             */
            type: string;
            /**
             * @description the member whose volume or earnings it is paid on
             * @example 12
             */
            source_uid: number | null;
            /**
             * @description null for members who are no longer below the member
             * @example maria
             */
            source_username: string | null;
            /** @example 1 */
            level: number | null;
            /**
             * @description the rank that a rank advancement is for
             * @example null
             */
            rank: string | null;
            /** @example 5 */
            percent: number | null;
            /**
             * @description what the percentage is of, in money
             * @example 850
             */
            base: number | null;
            /** @example 42.5 */
            amount: number;
            /** @description of a clawback: the line that it takes back */
            takes_back: components["schemas"]["TakenLineView"] | null;
        };
        StatementView: {
            /**
             * @description a month, or an ISO week such as `2026-W43`
             * @example 2026-10
             */
            period: string;
            /**
             * Format: date-time
             * @example 2026-10-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description not included
             * @example 2026-11-01T00:00:00.000Z
             */
            to: string;
            /**
             * Format: date-time
             * @example 2026-11-03T10:00:00.000Z
             */
            posted_at: string;
            /**
             * @description the sum of all lines; may be negative
             * @example 42.5
             */
            total: number;
            /** @example USD */
            currency_code: string;
            /** @description the same by bonus, in the order of the plan */
            by_bonus: components["schemas"]["BonusSumView"][];
            /**
             * @example distributor
             * @enum {string}
             */
            kind: "distributor" | "preferred" | "customer";
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "suspended" | "terminated";
            /**
             * @description whether the member was active in the period
             * @example true
             */
            active: boolean;
            /**
             * @description the paid-as rank
             * @example silver
             */
            rank: string | null;
            /**
             * @description the title rank after the period
             * @example gold
             */
            title_rank: string | null;
            /** @example 120 */
            personal_volume: number;
            /** @example 4300 */
            group_volume: number;
            /** @description in the order in which they were calculated */
            lines: components["schemas"]["StatementLineView"][];
            /**
             * @description the total number of lines
             * @example 1
             */
            line_count: number;
        };
        StatesView: {
            states: components["schemas"]["StateView"][];
        };
        TakenBackLineView: {
            /** @example 6 */
            run_id: number;
            /** @example 2026-09 */
            period: string;
            /** @example 311 */
            number: number;
            /**
             * @description the bonus that paid it
             * @example levels
             */
            bonus: string;
        };
        TakenLineView: {
            /** @example 2026-09 */
            period: string;
            /** @example 17 */
            number: number;
            /** @example levels */
            bonus: string;
        };
        TicketDto: {
            /**
             * @description the id of an application that is registered with single sign-on
             * @example 0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47
             */
            application_id: string;
        };
        TicketView: {
            /**
             * @description opaque; can be used once, by this application only
             * @example st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM
             */
            ticket: string;
            /**
             * @description where to redirect the user: the registered URL with the ticket
             * @example https://shop.example.com/sso?ticket=st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM
             */
            login_url: string;
            /**
             * @description lifetime of the ticket in seconds
             * @example 60
             */
            expires_in: number;
        };
        TokenDto: {
            /**
             * @description username or e-mail address
             * @example maria
             */
            username?: string;
            /**
             * @description the password
             * @example correct horse battery staple
             */
            password?: string;
            /**
             * @description for a token refresh instead of a log-in
             * @example rt_9Xh2…
             */
            refresh_token?: string;
            /**
             * @description for single sign-on instead of a log-in
             * @example st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM
             */
            ticket?: string;
        };
        TokenView: {
            /**
             * @description JWT, RFC 9068
             * @example eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IjFmIn0.eyJzdWIiOiI3In0.c2lnbmF0dXJl
             */
            access_token: string;
            /**
             * @description opaque; can be used once
             * @example rt_Qm9yZWQgdG9rZW5zIHJlYWQgYm9va3M
             */
            refresh_token: string;
            /**
             * @example Bearer
             * @enum {string}
             */
            token_type: "Bearer";
            /**
             * @description lifetime of the access token in seconds
             * @example 900
             */
            expires_in: number;
            /**
             * @description lifetime of the refresh token in seconds
             * @example 2592000
             */
            refresh_expires_in: number;
            /**
             * @description the user
             * @example 7
             */
            uid: number;
        };
        TotalsView: {
            /**
             * @description pieces
             * @example 1
             */
            quantity: number;
            /** @example 27.8 */
            price: number;
            /** @example 18.5 */
            business_volume: number;
            /** @example 18 */
            points: number;
            /** @example 18.5 */
            cumulative_volume: number;
        };
        TranslationsView: {
            /**
             * @example {
             *       "en": "Tea box",
             *       "de": "Teekiste"
             *     }
             */
            name: {
                [key: string]: string;
            };
            /**
             * @example {
             *       "en": "Three teas."
             *     }
             */
            description: {
                [key: string]: string;
            };
            /**
             * @example {
             *       "en": "Three teas"
             *     }
             */
            short_description: {
                [key: string]: string;
            };
        };
        TreeMemberView: {
            /** @example 12 */
            uid: number;
            /** @example maria */
            username: string;
            /**
             * @description first and last name
             * @example Maria Santos
             */
            name: string;
            /** @example BR */
            country_code: string | null;
            /**
             * @example distributor
             * @enum {string}
             */
            kind: "distributor" | "preferred" | "customer";
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "suspended" | "terminated";
            /**
             * Format: date-time
             * @example 2026-11-02T08:30:00.000Z
             */
            enrolled_at: string;
            /**
             * @description the paid-as rank as of now; customers have none; null while no plan is in force
             * @example silver
             */
            rank: string | null;
            /**
             * @description whether the member is active as of now; null while no plan is in force
             * @example true
             */
            active: boolean | null;
            /**
             * @description qualifying volume of the open period: of the member’s own rows, and of customers where the plan counts them
             * @example 120.5
             */
            personal_volume: number;
            /**
             * @description qualifying volume of the member and all below in the tree
             * @example 4300
             */
            group_volume: number;
            /**
             * @description whether the member’s own volumes are left out of all sums: they are more than can be added up exactly
             * @example false
             */
            volumes_left_out: boolean;
            /**
             * @description how far below
             * @example 1
             */
            level: number;
            /** @example 5 */
            parent_uid: number | null;
            /**
             * @description of the parent, in the placement tree
             * @example null
             */
            leg: number | null;
            /**
             * @description how many are directly below, even if they are left out
             * @example 3
             */
            frontline: number;
            /**
             * @description how many are below in total
             * @example 41
             */
            members: number;
        };
        TreeView: {
            /** @description level by level: at most 500 in total, and 100 directly below one member */
            nodes: components["schemas"]["TreeMemberView"][];
        };
        UpdateCartDto: {
            /**
             * @description the new quantity
             * @example 3
             */
            quantity: number;
            /**
             * @description id of the cart item
             * @example 218
             */
            line_item_id: number;
            /**
             * @description id of the cart
             * @example 115
             */
            cart_id: number;
        };
        UplineMemberView: {
            /** @example 12 */
            uid: number;
            /** @example maria */
            username: string;
            /**
             * @description first and last name
             * @example Maria Santos
             */
            name: string;
            /** @example BR */
            country_code: string | null;
            /**
             * @description how far above
             * @example 1
             */
            level: number;
            /**
             * @example distributor
             * @enum {string}
             */
            kind: "distributor" | "preferred" | "customer";
            /**
             * @description the paid-as rank as of now; customers have none; null while no plan is in force
             * @example silver
             */
            rank: string | null;
        };
        VariantDto: {
            /**
             * @description product price; at most 4 decimals
             * @example 24.9
             */
            price: number;
            /**
             * @description product name
             * @example Green tea, 100 g
             */
            "product-name": string;
            /**
             * @description wholesale price; at most 4 decimals
             * @example 18.5
             */
            "whole-sale-price": number;
            /**
             * @description SKU, unique in the live catalogue
             * @example TEA-GREEN-100
             */
            "product-sku": string;
        };
        VolumeChangeView: {
            /** @example 102 */
            before: number;
            /** @example 120 */
            after: number;
        };
        WaitingMemberView: {
            /** @example 12 */
            uid: number;
            /** @example maria */
            username: string;
            /** @example Maria */
            first_name: string;
            /** @example Schmidt */
            last_name: string;
            /** @example DE */
            country_code: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T08:30:00.000Z
             */
            enrolled_at: string;
            /**
             * Format: date-time
             * @description then the service places the member, breadth first
             * @example 2026-12-21T08:30:00.000Z
             */
            placed_at_latest: string;
        };
        WishDto: {
            /**
             * @description id of the variant
             * @example 9
             */
            product_id: number;
        };
        WishedProductView: {
            /**
             * @description id of the variant
             * @example 11
             */
            product_id: number;
            /** @example starter-kit */
            bundle_id: string;
            /** @example STARTER-S */
            sku: string;
            /** @example Starter kit, small */
            name: string;
            /** @example external-api-product */
            product_type: string;
            /**
             * @description the catalogue’s price
             * @example 49.9
             */
            price: number;
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description URL of an image
             * @example null
             */
            image: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T09:30:00.000Z
             */
            added_at: string;
            /** @example 40 */
            business_volume: number;
            /** @example 10 */
            points: number;
            /** @example 40 */
            cumulative_volume: number;
        };
        WishlistResultView: {
            /** @description newest first, at most 50 */
            wished_products: components["schemas"]["WishedProductView"][];
            /** @example $ */
            currency_symbol: string;
        };
        WithPasswordDto: {
            /**
             * @description the current password
             * @example the old one, still right
             */
            current_password: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileView"];
                };
            };
        };
    };
    changeProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeProfileDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileView"];
                };
            };
        };
    };
    listAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressView"][];
                };
            };
        };
    };
    addAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddAddressDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressView"];
                };
            };
        };
    };
    deleteAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the address */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    changeAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the address */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAddressDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressView"];
                };
            };
        };
    };
    confirmEmailChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmEmailDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    confirmSignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmSignUpDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedUpView"];
                };
            };
        };
    };
    requestEmailChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestEmailChangeDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationSentView"];
                };
            };
        };
    };
    eraseAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithPasswordDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        exported_at: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordResetDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationSentView"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeOwnPasswordDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    getReferral: {
        parameters: {
            query?: {
                /** @description your leg in which new distributors are placed, if its place is free */
                leg?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferralView"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description page size */
                limit?: number;
                /** @description number of entries to skip */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["OwnSessionView"][];
                        /**
                         * @description number of all matching items
                         * @example 1
                         */
                        count: number;
                        /**
                         * Format: uri
                         * @description URL of the previous page
                         * @example null
                         */
                        previous: string | null;
                        /**
                         * Format: uri
                         * @description URL of the next page
                         * @example null
                         */
                        next: string | null;
                    };
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the session */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    setPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPasswordDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    signUpOneself: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SelfSignUpDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationSentView"];
                };
            };
        };
    };
    addCartItem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddCartItemDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartView"];
                };
            };
        };
    };
    getCartCommission: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartCommissionView"];
                };
            };
        };
    };
    getCartItems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartView"];
                };
            };
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateOrderDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedOrderView"];
                };
            };
        };
    };
    returnOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderReturnDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderView"];
                };
            };
        };
    };
    changeOrderStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderStatusDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderView"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description page size */
                limit?: number;
                /** @description number of entries to skip */
                offset?: number;
                /** @description only orders in this status */
                status?: "placed" | "paid" | "completed" | "cancelled" | "returned";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["OrderView"][];
                        /**
                         * @description number of all matching items
                         * @example 1
                         */
                        count: number;
                        /**
                         * Format: uri
                         * @description URL of the previous page
                         * @example null
                         */
                        previous: string | null;
                        /**
                         * Format: uri
                         * @description URL of the next page
                         * @example null
                         */
                        next: string | null;
                    };
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the order */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetailsView"];
                };
            };
        };
    };
    createBundles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BundleDto"][];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkOutcome"];
                };
            };
        };
    };
    createBundle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BundleDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    deleteBundle: {
        parameters: {
            query: {
                /** @description bundle id */
                bundle_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    deleteBundleVariant: {
        parameters: {
            query: {
                /** @description bundle id */
                bundle_id: string;
                /** @description SKU of the variant */
                product_sku: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    getBundle: {
        parameters: {
            query: {
                /** @description bundle id, unique in the live catalogue */
                bundle_id: string;
                /** @description `all`: also every translation of the texts, under `translations` */
                languages?: "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BundleDetailsView"];
                };
            };
        };
    };
    getFacets: {
        parameters: {
            query?: {
                /** @description part of the bundle name, case-insensitive */
                name?: string;
                /** @description the product type's machine name */
                category?: string;
                /** @description part of the bundle name in any language, or of a SKU, case-insensitive */
                search?: string;
                status?: "active" | "inactive";
                /** @description an active product costs this or more; at most 4 decimals */
                min_price?: number;
                /** @description an active product costs this or less; at most 4 decimals */
                max_price?: number;
                /** @description least business volume; at most 4 decimals */
                min_business_volume?: number;
                /** @description most business volume; at most 4 decimals */
                max_business_volume?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacetsView"];
                };
            };
        };
    };
    listBundles: {
        parameters: {
            query?: {
                /** @description part of the bundle name, case-insensitive */
                name?: string;
                /** @description the product type's machine name */
                category?: string;
                /** @description part of the bundle name in any language, or of a SKU, case-insensitive */
                search?: string;
                status?: "active" | "inactive";
                /** @description an active product costs this or more; at most 4 decimals */
                min_price?: number;
                /** @description an active product costs this or less; at most 4 decimals */
                max_price?: number;
                /** @description least business volume; at most 4 decimals */
                min_business_volume?: number;
                /** @description most business volume; at most 4 decimals */
                max_business_volume?: number;
                /** @description page size */
                limit?: number;
                /** @description number of entries to skip */
                offset?: number;
                /** @description the order; default: newest first. A price is the lowest of the active products */
                sort?: "newest" | "name" | "-name" | "price" | "-price" | "business_volume" | "-business_volume";
                /** @description more fields of each bundle, separated by commas: `title`, `description`, `short_description`, `language`, `currency_code`, `currency_symbol`, `business_volume`, `points`, `cumulative_volume`, `availability`, `pictures`, `updated_at`, `translations`; its products then have `sku` and `availability` */
                fields?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["ProductListEntry"][];
                        /**
                         * @description number of all matching items
                         * @example 1
                         */
                        count: number;
                        /**
                         * Format: uri
                         * @description URL of the previous page
                         * @example null
                         */
                        previous: string | null;
                        /**
                         * Format: uri
                         * @description URL of the next page
                         * @example null
                         */
                        next: string | null;
                    };
                };
            };
        };
    };
    listApiBundles: {
        parameters: {
            query?: {
                /** @description page size */
                limit?: number;
                /** @description number of entries to skip */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["ListedApiBundle"][];
                        /**
                         * @description number of all matching items
                         * @example 1
                         */
                        count: number;
                        /**
                         * Format: uri
                         * @description URL of the previous page
                         * @example null
                         */
                        previous: string | null;
                        /**
                         * Format: uri
                         * @description URL of the next page
                         * @example null
                         */
                        next: string | null;
                    };
                };
            };
        };
    };
    updateBundle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BundleDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    removeCartItem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveCartItemDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartView"];
                };
            };
        };
    };
    updateCart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCartDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CartView"];
                };
            };
        };
    };
    addToWishlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WishDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    getWishlistItems: {
        parameters: {
            query?: {
                /** @description number of products to skip */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WishlistResultView"][];
                };
            };
        };
    };
    removeFromWishlist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WishDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    listStatements: {
        parameters: {
            query?: {
                /** @description page size */
                limit?: number;
                /** @description number of entries to skip */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["PostedPeriodView"][];
                        /**
                         * @description number of all matching items
                         * @example 1
                         */
                        count: number;
                        /**
                         * Format: uri
                         * @description URL of the previous page
                         * @example null
                         */
                        previous: string | null;
                        /**
                         * Format: uri
                         * @description URL of the next page
                         * @example null
                         */
                        next: string | null;
                    };
                };
            };
        };
    };
    getProgress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgressView"];
                };
            };
        };
    };
    getStatement: {
        parameters: {
            query?: {
                /** @description how many lines */
                limit?: number;
                /** @description number of lines to skip */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description the period: `2026-10`, or a week such as `2026-W43` */
                period: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementView"];
                };
            };
        };
    };
    explainStatement: {
        parameters: {
            query?: {
                /** @description lines of each bonus */
                limit?: number;
                /** @description lines of each bonus to skip */
                offset?: number;
                /** @description id or number of an order: what it has to do with the result */
                order?: string;
            };
            header?: never;
            path: {
                /** @description the period: `2026-10`, or a week such as `2026-W43` */
                period: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainedView"];
                };
            };
        };
    };
    listEarnings: {
        parameters: {
            query?: {
                /** @description page size */
                limit?: number;
                /** @description number of entries to skip */
                offset?: number;
                /** @description only entries of this kind */
                kind?: "commission" | "clawback" | "adjustment" | "payout" | "payout_failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["EarningView"][];
                        /**
                         * @description number of all matching items
                         * @example 1
                         */
                        count: number;
                        /**
                         * Format: uri
                         * @description URL of the previous page
                         * @example null
                         */
                        previous: string | null;
                        /**
                         * Format: uri
                         * @description URL of the next page
                         * @example null
                         */
                        next: string | null;
                    };
                };
            };
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceView"];
                };
            };
        };
    };
    getCountries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CountriesView"];
                };
            };
        };
    };
    getStates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ISO 3166-1 alpha-2 code of the country, case-insensitive */
                country_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatesView"];
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LogOutDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogOutView"];
                };
            };
        };
    };
    listDownline: {
        parameters: {
            query?: {
                /** @description page size */
                limit?: number;
                /** @description number of entries to skip */
                offset?: number;
                /** @description which tree; default: `sponsor` */
                tree?: "sponsor" | "placement";
                /** @description only so many levels down */
                levels?: number;
                /** @description only members of this kind */
                kind?: "distributor" | "preferred" | "customer";
                /** @description only members in this status */
                status?: "active" | "suspended" | "terminated";
                /** @description only active members, or only others; while no plan is in force there are neither */
                active?: "true" | "false";
                /** @description only members with this paid-as rank; without a plan in force there are none */
                rank?: string;
                /** @description part of username or name, case-insensitive */
                search?: string;
                /** @description what they are sorted by, with `-` in reverse; default: `level`. Equal ones keep the order of the tree */
                sort?: "level" | "-level" | "enrolled_at" | "-enrolled_at" | "personal_volume" | "-personal_volume" | "group_volume" | "-group_volume";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["DownlineMemberView"][];
                        /**
                         * @description number of all matching items
                         * @example 1
                         */
                        count: number;
                        /**
                         * Format: uri
                         * @description URL of the previous page
                         * @example null
                         */
                        previous: string | null;
                        /**
                         * Format: uri
                         * @description URL of the next page
                         * @example null
                         */
                        next: string | null;
                    };
                };
            };
        };
    };
    listHoldingTank: {
        parameters: {
            query?: {
                /** @description page size */
                limit?: number;
                /** @description number of entries to skip */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["WaitingMemberView"][];
                        /**
                         * @description number of all matching items
                         * @example 1
                         */
                        count: number;
                        /**
                         * Format: uri
                         * @description URL of the previous page
                         * @example null
                         */
                        previous: string | null;
                        /**
                         * Format: uri
                         * @description URL of the next page
                         * @example null
                         */
                        next: string | null;
                    };
                };
            };
        };
    };
    getNetworkMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberView"];
                };
            };
        };
    };
    placeMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceMemberDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedMemberView"];
                };
            };
        };
    };
    getNetworkTree: {
        parameters: {
            query?: {
                /** @description which tree; default: `sponsor` */
                tree?: "sponsor" | "placement";
                /** @description the member at the top; default: the user */
                root?: number;
                /** @description levels below the root */
                depth?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreeView"];
                };
            };
        };
    };
    listUpline: {
        parameters: {
            query?: {
                /** @description page size */
                limit?: number;
                /** @description number of entries to skip */
                offset?: number;
                /** @description which tree; default: `sponsor` */
                tree?: "sponsor" | "placement";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: components["schemas"]["UplineMemberView"][];
                        /**
                         * @description number of all matching items
                         * @example 1
                         */
                        count: number;
                        /**
                         * Format: uri
                         * @description URL of the previous page
                         * @example null
                         */
                        previous: string | null;
                        /**
                         * Format: uri
                         * @description URL of the next page
                         * @example null
                         */
                        next: string | null;
                    };
                };
            };
        };
    };
    createSsoTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketView"];
                };
            };
        };
    };
    getToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenView"];
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpDto"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedUpView"];
                };
            };
        };
    };
}
