// Made from the OpenAPI document and the tables of messages by `npm run openapi`.
export interface webhooks {
    "account.already_exists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "account.already_exists",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "email": "maria@example.com"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountAlreadyExistsEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.confirmation_requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "account.confirmation_requested",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "email": "maria@example.com",
                     *         "token": "q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc",
                     *         "expires_at": "2026-11-21T10:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountConfirmationRequestedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.email_change_requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "account.email_change_requested",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "email": "maria@example.com",
                     *         "token": "q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc",
                     *         "expires_at": "2026-11-21T10:00:00.000Z",
                     *         "uid": 12
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountEmailChangeRequestedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.email_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "account.email_changed",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "email": "maria@example.com",
                     *         "uid": 12
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountEmailChangedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.erased": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "account.erased",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "uid": 12
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountErasedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.invited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "account.invited",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "email": "maria@example.com",
                     *         "token": "q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc",
                     *         "expires_at": "2026-11-21T10:00:00.000Z",
                     *         "uid": 12
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountInvitedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "account.password_reset_requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "account.password_reset_requested",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "email": "maria@example.com",
                     *         "token": "q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc",
                     *         "expires_at": "2026-11-21T10:00:00.000Z",
                     *         "uid": 12
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountPasswordResetRequestedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "application.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "application.updated",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "action": "application.update",
                     *         "changed": [
                     *           "status",
                     *           "maintenance_message"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApplicationUpdatedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.approved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "approval.approved",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "id": 7,
                     *         "kind": "run.approve",
                     *         "status": "approved",
                     *         "made_by_uid": 1,
                     *         "decided_by_uid": 2,
                     *         "lapses_at": "2026-11-16T08:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalApprovedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.lapsed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "approval.lapsed",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "id": 7,
                     *         "kind": "run.approve",
                     *         "status": "lapsed",
                     *         "made_by_uid": 1,
                     *         "decided_by_uid": null,
                     *         "lapses_at": "2026-11-16T08:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalLapsedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.refused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "approval.refused",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "id": 7,
                     *         "kind": "run.approve",
                     *         "status": "refused",
                     *         "made_by_uid": 1,
                     *         "decided_by_uid": 2,
                     *         "lapses_at": "2026-11-16T08:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalRefusedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "approval.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "approval.requested",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "id": 7,
                     *         "kind": "run.approve",
                     *         "status": "waiting",
                     *         "made_by_uid": 1,
                     *         "decided_by_uid": null,
                     *         "lapses_at": "2026-11-16T08:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalRequestedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bundle.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "bundle.created",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "bundle_id": "starter-kit",
                     *         "name": "Starter kit",
                     *         "product_type": "external-api-product",
                     *         "status": "active",
                     *         "image": null,
                     *         "products": [
                     *           {
                     *             "product_id": 11,
                     *             "sku": "STARTER-S",
                     *             "name": "Starter kit, small",
                     *             "price": 49.9,
                     *             "status": "active"
                     *           }
                     *         ],
                     *         "business_volume": 40,
                     *         "points": 10,
                     *         "cumulative_volume": 40
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BundleCreatedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bundle.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "bundle.deleted",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "bundle_id": "starter-kit",
                     *         "name": "Starter kit",
                     *         "product_type": "external-api-product",
                     *         "status": "active",
                     *         "image": null,
                     *         "products": [
                     *           {
                     *             "product_id": 11,
                     *             "sku": "STARTER-S",
                     *             "name": "Starter kit, small",
                     *             "price": 49.9,
                     *             "status": "active"
                     *           }
                     *         ],
                     *         "business_volume": 40,
                     *         "points": 10,
                     *         "cumulative_volume": 40
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BundleDeletedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bundle.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "bundle.updated",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "bundle_id": "starter-kit",
                     *         "name": "Starter kit",
                     *         "product_type": "external-api-product",
                     *         "status": "active",
                     *         "image": null,
                     *         "products": [
                     *           {
                     *             "product_id": 11,
                     *             "sku": "STARTER-S",
                     *             "name": "Starter kit, small",
                     *             "price": 49.9,
                     *             "status": "active"
                     *           }
                     *         ],
                     *         "business_volume": 40,
                     *         "points": 10,
                     *         "cumulative_volume": 40
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BundleUpdatedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "cart.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "cart.updated",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "uid": 5,
                     *         "cart_id": 3,
                     *         "version": 4,
                     *         "change": "added",
                     *         "item": {
                     *           "product_id": 11,
                     *           "bundle_id": "starter-kit",
                     *           "sku": "STARTER-S",
                     *           "quantity": 2
                     *         },
                     *         "currency_code": "USD",
                     *         "totals": {
                     *           "quantity": 1,
                     *           "price": 27.8,
                     *           "business_volume": 18.5,
                     *           "points": 18,
                     *           "cumulative_volume": 18.5
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CartUpdatedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commission.calculated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "commission.calculated",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "run_id": 12,
                     *         "period": "2026-10",
                     *         "from": "2026-10-01T00:00:00.000Z",
                     *         "to": "2026-11-01T00:00:00.000Z",
                     *         "plan_id": 3,
                     *         "members": 1250,
                     *         "payees": 310,
                     *         "payout": 18420.55,
                     *         "currency_code": "USD",
                     *         "kind": "final",
                     *         "automatic": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CommissionCalculatedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commission.posted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "commission.posted",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "run_id": 12,
                     *         "period": "2026-10",
                     *         "from": "2026-10-01T00:00:00.000Z",
                     *         "to": "2026-11-01T00:00:00.000Z",
                     *         "plan_id": 3,
                     *         "members": 1250,
                     *         "payees": 310,
                     *         "payout": 18420.55,
                     *         "currency_code": "USD",
                     *         "posted_at": "2026-11-02T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CommissionPostedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "import.done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "import.done",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "id": "6b1f0c52-0d3e-4b8e-8f44-9a35d1c9a1f7",
                     *         "kind": "members",
                     *         "accepted": 1000,
                     *         "skipped": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ImportDoneEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "member.enrolled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "member.enrolled",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "uid": 12,
                     *         "kind": "distributor",
                     *         "sponsor_uid": 3,
                     *         "placement": {
                     *           "parent_uid": 3,
                     *           "leg": 1
                     *         },
                     *         "enrolled_at": "2026-11-21T08:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MemberEnrolledEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "member.moved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "member.moved",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "uid": 12,
                     *         "tree": "placement",
                     *         "from": {
                     *           "parent_uid": 3,
                     *           "leg": 1
                     *         },
                     *         "to": {
                     *           "parent_uid": 3,
                     *           "leg": 1
                     *         },
                     *         "reason": "wrong sponsor at sign-up",
                     *         "at": "2026-11-21T08:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MemberMovedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "member.rank_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "member.rank_changed",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "uid": 12,
                     *         "period": "2026-10",
                     *         "from": "silver",
                     *         "to": "gold"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MemberRankChangedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "member.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "member.status_changed",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "uid": 12,
                     *         "status": "suspended",
                     *         "previous_status": "active",
                     *         "kind": "distributor",
                     *         "previous_kind": "distributor",
                     *         "reason": "terms were not kept",
                     *         "at": "2026-11-21T08:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MemberStatusChangedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "order.cancelled",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "id": 1,
                     *         "order_number": "20261120-000001",
                     *         "status": "cancelled",
                     *         "placed_at": "2026-11-20T09:30:00.000Z",
                     *         "paid_at": null,
                     *         "completed_at": null,
                     *         "cancelled_at": null,
                     *         "currency_code": "USD",
                     *         "currency_symbol": "$",
                     *         "totals": {
                     *           "quantity": 1,
                     *           "price": 27.8,
                     *           "business_volume": 18.5,
                     *           "points": 18,
                     *           "cumulative_volume": 18.5
                     *         },
                     *         "items": [
                     *           {
                     *             "id": 1,
                     *             "product_id": 9,
                     *             "bundle_id": "green-tea-collection",
                     *             "sku": "TEA-BOX-3",
                     *             "line_item_label": "Green Tea Collection, 3 × 100 g",
                     *             "quantity": 1,
                     *             "unit_price": 27.8,
                     *             "price": 27.8,
                     *             "business_volume": 18.5,
                     *             "points": 18,
                     *             "cumulative_volume": 18.5,
                     *             "returned": 0
                     *           }
                     *         ],
                     *         "uid": 5,
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "previous_status": "paid"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderCancelledEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "order.completed",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "id": 1,
                     *         "order_number": "20261120-000001",
                     *         "status": "completed",
                     *         "placed_at": "2026-11-20T09:30:00.000Z",
                     *         "paid_at": null,
                     *         "completed_at": null,
                     *         "cancelled_at": null,
                     *         "currency_code": "USD",
                     *         "currency_symbol": "$",
                     *         "totals": {
                     *           "quantity": 1,
                     *           "price": 27.8,
                     *           "business_volume": 18.5,
                     *           "points": 18,
                     *           "cumulative_volume": 18.5
                     *         },
                     *         "items": [
                     *           {
                     *             "id": 1,
                     *             "product_id": 9,
                     *             "bundle_id": "green-tea-collection",
                     *             "sku": "TEA-BOX-3",
                     *             "line_item_label": "Green Tea Collection, 3 × 100 g",
                     *             "quantity": 1,
                     *             "unit_price": 27.8,
                     *             "price": 27.8,
                     *             "business_volume": 18.5,
                     *             "points": 18,
                     *             "cumulative_volume": 18.5,
                     *             "returned": 0
                     *           }
                     *         ],
                     *         "uid": 5,
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "previous_status": "paid"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderCompletedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "order.paid",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "id": 1,
                     *         "order_number": "20261120-000001",
                     *         "status": "paid",
                     *         "placed_at": "2026-11-20T09:30:00.000Z",
                     *         "paid_at": null,
                     *         "completed_at": null,
                     *         "cancelled_at": null,
                     *         "currency_code": "USD",
                     *         "currency_symbol": "$",
                     *         "totals": {
                     *           "quantity": 1,
                     *           "price": 27.8,
                     *           "business_volume": 18.5,
                     *           "points": 18,
                     *           "cumulative_volume": 18.5
                     *         },
                     *         "items": [
                     *           {
                     *             "id": 1,
                     *             "product_id": 9,
                     *             "bundle_id": "green-tea-collection",
                     *             "sku": "TEA-BOX-3",
                     *             "line_item_label": "Green Tea Collection, 3 × 100 g",
                     *             "quantity": 1,
                     *             "unit_price": 27.8,
                     *             "price": 27.8,
                     *             "business_volume": 18.5,
                     *             "points": 18,
                     *             "cumulative_volume": 18.5,
                     *             "returned": 0
                     *           }
                     *         ],
                     *         "uid": 5,
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "previous_status": "placed"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderPaidEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.placed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "order.placed",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "id": 1,
                     *         "order_number": "20261120-000001",
                     *         "status": "placed",
                     *         "placed_at": "2026-11-20T09:30:00.000Z",
                     *         "paid_at": null,
                     *         "completed_at": null,
                     *         "cancelled_at": null,
                     *         "currency_code": "USD",
                     *         "currency_symbol": "$",
                     *         "totals": {
                     *           "quantity": 1,
                     *           "price": 27.8,
                     *           "business_volume": 18.5,
                     *           "points": 18,
                     *           "cumulative_volume": 18.5
                     *         },
                     *         "items": [
                     *           {
                     *             "id": 1,
                     *             "product_id": 9,
                     *             "bundle_id": "green-tea-collection",
                     *             "sku": "TEA-BOX-3",
                     *             "line_item_label": "Green Tea Collection, 3 × 100 g",
                     *             "quantity": 1,
                     *             "unit_price": 27.8,
                     *             "price": 27.8,
                     *             "business_volume": 18.5,
                     *             "points": 18,
                     *             "cumulative_volume": 18.5,
                     *             "returned": 0
                     *           }
                     *         ],
                     *         "uid": 5,
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "previous_status": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderPlacedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "order.returned",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "id": 1,
                     *         "order_number": "20261120-000001",
                     *         "status": "returned",
                     *         "placed_at": "2026-11-20T09:30:00.000Z",
                     *         "paid_at": null,
                     *         "completed_at": null,
                     *         "cancelled_at": null,
                     *         "currency_code": "USD",
                     *         "currency_symbol": "$",
                     *         "totals": {
                     *           "quantity": 1,
                     *           "price": 27.8,
                     *           "business_volume": 18.5,
                     *           "points": 18,
                     *           "cumulative_volume": 18.5
                     *         },
                     *         "items": [
                     *           {
                     *             "id": 1,
                     *             "product_id": 9,
                     *             "bundle_id": "green-tea-collection",
                     *             "sku": "TEA-BOX-3",
                     *             "line_item_label": "Green Tea Collection, 3 × 100 g",
                     *             "quantity": 1,
                     *             "unit_price": 27.8,
                     *             "price": 27.8,
                     *             "business_volume": 18.5,
                     *             "points": 18,
                     *             "cumulative_volume": 18.5,
                     *             "returned": 0
                     *           }
                     *         ],
                     *         "uid": 5,
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "previous_status": "completed",
                     *         "returned_items": [
                     *           {
                     *             "id": 1,
                     *             "quantity": 1
                     *           }
                     *         ],
                     *         "returned_at": "2026-11-27T14:00:00.000Z",
                     *         "reason": "damaged on arrival"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderReturnedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "payout.created",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "id": 12,
                     *         "amount": 1250.5,
                     *         "items": 17,
                     *         "currency_code": "USD"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PayoutCreatedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "product.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "product.deleted",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "product_id": 11,
                     *         "sku": "STARTER-S",
                     *         "name": "Starter kit, small",
                     *         "price": 49.9,
                     *         "status": "active",
                     *         "bundle_id": "starter-kit"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProductDeletedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "service.restored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "service.restored",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "restored_to": "2026-11-20T09:29:58.120Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ServiceRestoredEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "session.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "session.ended",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "session_id": "8c0f4f0e-55c1-4a7d-9f54-7c1f5b1d2e63",
                     *         "uid": 5,
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11",
                     *         "reason": "logout"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SessionEndedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "user.created",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "uid": 12,
                     *         "username": "maria",
                     *         "sponsor_uid": 3,
                     *         "country_code": "DE",
                     *         "roles": [
                     *           "member"
                     *         ],
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserCreatedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "volume.adjusted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "volume.adjusted",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "id": 4711,
                     *         "uid": 5,
                     *         "at": "2026-11-20T09:30:00.000Z",
                     *         "business_volume": -18.5,
                     *         "points": -18,
                     *         "cumulative_volume": -18.5,
                     *         "reason": "Credited twice",
                     *         "by_uid": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VolumeAdjustedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "wishlist.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "wishlist.updated",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "uid": 5,
                     *         "change": "added",
                     *         "product_id": 11,
                     *         "bundle_id": "starter-kit",
                     *         "sku": "STARTER-S"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WishlistUpdatedEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f",
                     *       "type": "webhook.test",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "data": {
                     *         "application_id": "5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookTestEvent"];
                };
            };
            responses: never;
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Somebody signed up with, or tried to change to, the e-mail address of an existing user */
        AccountAlreadyExistsEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "account.already_exists";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["AlreadyExistsData"];
        };
        /** @description Somebody signed up and has to confirm the e-mail address */
        AccountConfirmationRequestedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "account.confirmation_requested";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["ConfirmationRequestedData"];
        };
        /** @description A user requested a change of e-mail address and has to confirm it */
        AccountEmailChangeRequestedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "account.email_change_requested";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["EmailChangeRequestedData"];
        };
        /** @description The e-mail address of a user changed; `email` is the former one */
        AccountEmailChangedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "account.email_changed";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["EmailChangedData"];
        };
        AccountErasedData: {
            /** @example 12 */
            uid: number;
        };
        /** @description A user erased their account */
        AccountErasedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "account.erased";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["AccountErasedData"];
        };
        /** @description A member who has no password was invited */
        AccountInvitedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "account.invited";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["InvitedData"];
        };
        /** @description A user requested a password reset */
        AccountPasswordResetRequestedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "account.password_reset_requested";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["PasswordResetRequestedData"];
        };
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
        AlreadyExistsData: {
            /**
             * Format: uuid
             * @description the application through which the request came
             * @example 5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11
             */
            application_id: string;
            /**
             * Format: email
             * @description where the e-mail goes
             * @example maria@example.com
             */
            email: string;
        };
        ApplicationUpdatedData: {
            /**
             * Format: uuid
             * @example 5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11
             */
            application_id: string;
            /**
             * @description the action
             * @example application.update
             * @enum {string}
             */
            action: "application.create" | "application.update" | "application.delete" | "application_key.rotate" | "application_key.revoke" | "webhook.enable" | "webhook.disable" | "webhook_secret.rotate" | "encryption_key.issue" | "encryption_key.retire";
            /**
             * @description of `application.update`: the settings that changed, by their names in the admin module
             * @example [
             *       "status",
             *       "maintenance_message"
             *     ]
             */
            changed?: string[];
            /**
             * @description the affected key, if any
             * @example 9b1c0d2e-7a55-4f0e-8d5b-0f6a1d2c3b4a
             */
            key_id?: string;
        };
        /** @description The application was registered, or it or one of its keys or secrets was changed */
        ApplicationUpdatedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "application.updated";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["ApplicationUpdatedData"];
        };
        /** @description A second person approved something */
        ApprovalApprovedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "approval.approved";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["ApprovalData"];
        };
        ApprovalData: {
            /**
             * @description of the approval, which is read in the admin module
             * @example 7
             */
            id: number;
            /**
             * @description what is to be done
             * @example run.approve
             */
            kind: string;
            /**
             * @example waiting
             * @enum {string}
             */
            status: "waiting" | "approved" | "refused" | "lapsed" | "alone";
            /** @example 1 */
            made_by_uid: number;
            /** @example null */
            decided_by_uid: number | null;
            /**
             * Format: date-time
             * @example 2026-11-16T08:00:00.000Z
             */
            lapses_at: string;
        };
        /** @description A proposal has lapsed */
        ApprovalLapsedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "approval.lapsed";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["ApprovalData"];
        };
        /** @description A proposal was refused */
        ApprovalRefusedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "approval.refused";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["ApprovalData"];
        };
        /** @description A proposal waits for a second person */
        ApprovalRequestedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "approval.requested";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["ApprovalData"];
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
        /** @description A bundle was created */
        BundleCreatedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "bundle.created";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["BundleEventData"];
        };
        /** @description A bundle was deleted with all its variants */
        BundleDeletedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "bundle.deleted";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["BundleEventData"];
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
        BundleEventData: {
            /** @example starter-kit */
            bundle_id: string;
            /** @example Starter kit */
            name: string;
            /** @example external-api-product */
            product_type: string;
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
            /** @description all variants */
            products: components["schemas"]["BundleProductData"][];
            /**
             * @description per unit
             * @example 40
             */
            business_volume: number;
            /**
             * @description per unit
             * @example 10
             */
            points: number;
            /**
             * @description per unit
             * @example 40
             */
            cumulative_volume: number;
        };
        BundleProductData: {
            /** @example 11 */
            product_id: number;
            /** @example STARTER-S */
            sku: string;
            /** @example Starter kit, small */
            name: string;
            /** @example 49.9 */
            price: number;
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "inactive";
        };
        /** @description A bundle was updated */
        BundleUpdatedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "bundle.updated";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["BundleEventData"];
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
        CartUpdatedData: {
            /**
             * @description owner of the cart
             * @example 5
             */
            uid: number;
            /**
             * @description the id of the order that the cart may become
             * @example 3
             */
            cart_id: number;
            /**
             * @description increases with every change of the cart
             * @example 4
             */
            version: number;
            /**
             * @description `added` if the item is new or was added again
             * @example added
             * @enum {string}
             */
            change: "added" | "quantity_changed" | "removed";
            item: components["schemas"]["ChangedItemData"];
            /** @example USD */
            currency_code: string;
            /** @description totals of the available items of the whole cart */
            totals: components["schemas"]["TotalsView"];
        };
        /** @description An item was added to a cart, changed or removed */
        CartUpdatedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "cart.updated";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["CartUpdatedData"];
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
        ChangedItemData: {
            /**
             * @description id of the variant
             * @example 11
             */
            product_id: number;
            /** @example starter-kit */
            bundle_id: string;
            /** @example STARTER-S */
            sku: string;
            /**
             * @description after the change; 0 if removed
             * @example 2
             */
            quantity: number;
        };
        CommissionCalculatedData: {
            /** @example 12 */
            run_id: number;
            /** @example 2026-10 */
            period: string;
            /**
             * Format: date-time
             * @example 2026-10-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description not part of the period
             * @example 2026-11-01T00:00:00.000Z
             */
            to: string;
            /** @example 3 */
            plan_id: number;
            /**
             * @description members in the run
             * @example 1250
             */
            members: number;
            /**
             * @description members that have lines
             * @example 310
             */
            payees: number;
            /**
             * @description the sum of all lines
             * @example 18420.55
             */
            payout: number;
            /** @example USD */
            currency_code: string;
            /**
             * @example final
             * @enum {string}
             */
            kind: "preview" | "final" | "correction";
            /**
             * @description a preview that the service made by itself
             * @example false
             */
            automatic: boolean;
        };
        /** @description A run of commissions was calculated */
        CommissionCalculatedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "commission.calculated";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["CommissionCalculatedData"];
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
        CommissionPostedData: {
            /** @example 12 */
            run_id: number;
            /** @example 2026-10 */
            period: string;
            /**
             * Format: date-time
             * @example 2026-10-01T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description not part of the period
             * @example 2026-11-01T00:00:00.000Z
             */
            to: string;
            /** @example 3 */
            plan_id: number;
            /**
             * @description members in the run
             * @example 1250
             */
            members: number;
            /**
             * @description members that have lines
             * @example 310
             */
            payees: number;
            /**
             * @description the sum of all lines
             * @example 18420.55
             */
            payout: number;
            /** @example USD */
            currency_code: string;
            /**
             * Format: date-time
             * @example 2026-11-02T09:00:00.000Z
             */
            posted_at: string;
        };
        /** @description A run of commissions was posted */
        CommissionPostedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "commission.posted";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["CommissionPostedData"];
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
            /** @example $7.60 less than in September 2026: $10.00 less by levels and $2.40 more by fast start. */
            sentence: string;
            /** @description the differences: of bonuses, the largest first, then of volumes */
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
        ConfirmationRequestedData: {
            /**
             * Format: uuid
             * @description the application through which the request came
             * @example 5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11
             */
            application_id: string;
            /**
             * Format: email
             * @description where the e-mail goes
             * @example maria@example.com
             */
            email: string;
            /**
             * @description secret: put it after the `#` of a link to a page of yours
             * @example q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc
             */
            token: string;
            /**
             * Format: date-time
             * @example 2026-11-21T10:00:00.000Z
             */
            expires_at: string;
        };
        ConfirmationSentView: {
            /**
             * @example confirmation_sent
             * @enum {string}
             */
            status: "confirmation_sent";
        };
        ConsentView: {
            /**
             * Format: uuid
             * @example 0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47
             */
            application_id: string;
            /**
             * @description name of the application
             * @example Member app
             */
            name: string;
            /**
             * @example [
             *       "shop",
             *       "team"
             *     ]
             */
            scopes: ("shop" | "profile" | "team" | "earnings")[];
            /**
             * Format: date-time
             * @example 2026-11-25T09:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description when scopes were last allowed
             * @example 2026-11-25T09:00:00.000Z
             */
            updated_at: string;
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
             * @description the paid-as rank now; customers have none; null while no plan is in force
             * @example silver
             */
            rank: string | null;
            /**
             * @description whether the member is active now; null while no plan is in force
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
            kind: "commission" | "clawback" | "adjustment" | "payout" | "payout_failed" | "reward" | "reward_reversed";
            /**
             * @description negative for deductions and payouts
             * @example 25.5
             */
            amount: number;
            /**
             * @description of `commission` and `clawback`, and of an adjustment by a correction
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
             * @description of an adjustment or a reward, or why a payout failed
             * @example Bonus of the convention
             */
            reason: string | null;
            /**
             * @description the name of the reward; only for `reward` and `reward_reversed`
             * @example null
             */
            reward: string | null;
        };
        EmailChangeRequestedData: {
            /**
             * Format: uuid
             * @description the application through which the request came
             * @example 5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11
             */
            application_id: string;
            /**
             * Format: email
             * @description where the e-mail goes
             * @example maria@example.com
             */
            email: string;
            /**
             * @description secret: put it after the `#` of a link to a page of yours
             * @example q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc
             */
            token: string;
            /**
             * Format: date-time
             * @example 2026-11-21T10:00:00.000Z
             */
            expires_at: string;
            /** @example 12 */
            uid: number;
        };
        EmailChangedData: {
            /**
             * Format: uuid
             * @description the application through which the request came
             * @example 5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11
             */
            application_id: string;
            /**
             * Format: email
             * @description where the e-mail goes
             * @example maria@example.com
             */
            email: string;
            /** @example 12 */
            uid: number;
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
            /** @example $12.40 by 1 line. */
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
             * @description the inputs of the member that a bonus of an extension read; empty for other bonuses
             * @example []
             */
            inputs: components["schemas"]["ExplainedInputView"][];
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
            /** @example levels: $12.40 instead of $20.00. */
            sentence: string;
        };
        ExplainedInputView: {
            /** @example loyalty_tier */
            name: string;
            /** @example gold */
            value: string | number;
            /**
             * Format: date-time
             * @description from when on it holds; null for the default
             * @example 2026-10-03T09:30:00.000Z
             */
            since: string | null;
            /** @example Loyalty tier: gold, since 3 October 2026. */
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
             * @example Commissions are paid on 248 of it. $12.40 is its share of what this member got.
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
            /** @example $12.40: $12.40 by levels. */
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
        ImportDoneData: {
            /**
             * Format: uuid
             * @example 6b1f0c52-0d3e-4b8e-8f44-9a35d1c9a1f7
             */
            id: string;
            /**
             * @description `members`, `volumes` or `bundles`
             * @example members
             */
            kind: string;
            /**
             * @description rows that were written
             * @example 1000
             */
            accepted: number;
            /**
             * @description rows that were known before
             * @example 0
             */
            skipped: number;
        };
        /** @description A file was imported */
        ImportDoneEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "import.done";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["ImportDoneData"];
        };
        InvitedData: {
            /**
             * Format: uuid
             * @description the application through which the request came
             * @example 5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11
             */
            application_id: string;
            /**
             * Format: email
             * @description where the e-mail goes
             * @example maria@example.com
             */
            email: string;
            /**
             * @description secret: put it after the `#` of a link to a page of yours
             * @example q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc
             */
            token: string;
            /**
             * Format: date-time
             * @example 2026-11-21T10:00:00.000Z
             */
            expires_at: string;
            /** @example 12 */
            uid: number;
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
        MemberEnrolledData: {
            /** @example 12 */
            uid: number;
            /**
             * @example distributor
             * @enum {string}
             */
            kind: "distributor" | "preferred" | "customer";
            /**
             * @description null: a root of the sponsor tree
             * @example 3
             */
            sponsor_uid: number | null;
            /** @description in the placement tree; null for members who are not placed: customers, and those in a holding tank */
            placement: components["schemas"]["PositionData"] | null;
            /**
             * Format: date-time
             * @example 2026-11-21T08:30:00.000Z
             */
            enrolled_at: string;
        };
        /** @description A member was enrolled in the network */
        MemberEnrolledEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "member.enrolled";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["MemberEnrolledData"];
        };
        MemberMovedData: {
            /** @example 12 */
            uid: number;
            /**
             * @example placement
             * @enum {string}
             */
            tree: "sponsor" | "placement";
            /** @description null for members who were not placed before */
            from: components["schemas"]["PositionData"] | null;
            /** @description null for a member who is no longer placed, because they are a customer now */
            to: components["schemas"]["PositionData"] | null;
            /** @example wrong sponsor at sign-up */
            reason: string | null;
            /**
             * Format: date-time
             * @description when it takes effect
             * @example 2026-11-21T08:30:00.000Z
             */
            at: string;
        };
        /** @description A member was moved in a tree, or placed */
        MemberMovedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "member.moved";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["MemberMovedData"];
        };
        MemberRankChangedData: {
            /** @example 12 */
            uid: number;
            /**
             * @description the posted period after which the member has it
             * @example 2026-10
             */
            period: string;
            /**
             * @description the title rank before; null: none
             * @example silver
             */
            from: string | null;
            /**
             * @description the title rank
             * @example gold
             */
            to: string;
        };
        /** @description The title rank of a member has changed */
        MemberRankChangedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "member.rank_changed";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["MemberRankChangedData"];
        };
        MemberStatusChangedData: {
            /** @example 12 */
            uid: number;
            /**
             * @example suspended
             * @enum {string}
             */
            status: "active" | "suspended" | "terminated";
            /**
             * @example active
             * @enum {string}
             */
            previous_status: "active" | "suspended" | "terminated";
            /**
             * @example distributor
             * @enum {string}
             */
            kind: "distributor" | "preferred" | "customer";
            /**
             * @example distributor
             * @enum {string}
             */
            previous_kind: "distributor" | "preferred" | "customer";
            /** @example terms were not kept */
            reason: string | null;
            /**
             * Format: date-time
             * @description when it takes effect
             * @example 2026-11-21T08:30:00.000Z
             */
            at: string;
        };
        /** @description A member was suspended, terminated or reactivated, or changed kind */
        MemberStatusChangedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "member.status_changed";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["MemberStatusChangedData"];
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
             * @description the paid-as rank now; customers have none; null while no plan is in force
             * @example silver
             */
            rank: string | null;
            /**
             * @description whether the member is active now; null while no plan is in force
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
        /** @description An order was cancelled */
        OrderCancelledEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "order.cancelled";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["OrderEventData"];
        };
        /** @description An order was completed */
        OrderCompletedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "order.completed";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["OrderEventData"];
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
        OrderEventData: {
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
            /**
             * @description the buyer
             * @example 5
             */
            uid: number;
            /**
             * Format: uuid
             * @description the application through which the order was placed
             * @example 5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11
             */
            application_id: string | null;
            /**
             * @description status before the change; null for a new order
             * @example null
             * @enum {string|null}
             */
            previous_status: "placed" | "paid" | "completed" | "cancelled" | "returned" | null;
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
        /** @description An order was paid */
        OrderPaidEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "order.paid";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["OrderEventData"];
        };
        /** @description A cart was placed as an order */
        OrderPlacedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "order.placed";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["OrderEventData"];
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
        OrderReturnedData: {
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
            /**
             * @description the buyer
             * @example 5
             */
            uid: number;
            /**
             * Format: uuid
             * @description the application through which the order was placed
             * @example 5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11
             */
            application_id: string | null;
            /**
             * @description status before the change; null for a new order
             * @example null
             * @enum {string|null}
             */
            previous_status: "placed" | "paid" | "completed" | "cancelled" | "returned" | null;
            /** @description what was returned this time */
            returned_items: components["schemas"]["ReturnedItemView"][];
            /**
             * Format: date-time
             * @example 2026-11-27T14:00:00.000Z
             */
            returned_at: string;
            /** @example damaged on arrival */
            reason: string;
        };
        /** @description An order was returned, completely or in part */
        OrderReturnedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "order.returned";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["OrderReturnedData"];
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
             * @description null for members who are skipped
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
        PasswordResetRequestedData: {
            /**
             * Format: uuid
             * @description the application through which the request came
             * @example 5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11
             */
            application_id: string;
            /**
             * Format: email
             * @description where the e-mail goes
             * @example maria@example.com
             */
            email: string;
            /**
             * @description secret: put it after the `#` of a link to a page of yours
             * @example q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc
             */
            token: string;
            /**
             * Format: date-time
             * @example 2026-11-21T10:00:00.000Z
             */
            expires_at: string;
            /** @example 12 */
            uid: number;
        };
        PayoutCreatedData: {
            /**
             * @description of the payout; its items are read in the admin module
             * @example 12
             */
            id: number;
            /**
             * @description all of it
             * @example 1250.5
             */
            amount: number;
            /**
             * @description how many members it pays
             * @example 17
             */
            items: number;
            /** @example USD */
            currency_code: string;
        };
        /** @description A payout was released */
        PayoutCreatedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "payout.created";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["PayoutCreatedData"];
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
             * @example 46
             */
            uid: number;
            /**
             * @description the parent: the sponsor, or a member placed below the sponsor
             * @example 23
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
        PositionData: {
            /**
             * @description null: a root
             * @example 3
             */
            parent_uid: number | null;
            /**
             * @description only in the placement tree
             * @example 1
             */
            leg: number | null;
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
        ProductDeletedData: {
            /** @example 11 */
            product_id: number;
            /** @example STARTER-S */
            sku: string;
            /** @example Starter kit, small */
            name: string;
            /** @example 49.9 */
            price: number;
            /**
             * @example active
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * @description the bundle, which still has other variants
             * @example starter-kit
             */
            bundle_id: string;
        };
        /** @description A variant of a bundle was deleted */
        ProductDeletedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "product.deleted";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["ProductDeletedData"];
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
             * @description the paid-as rank now; null for customers and terminated members, and while no plan is in force
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
            /**
             * @description the `ref` of a member’s referral link, instead of `sponsor`
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6InJlZitqd3QiLCJraWQiOiIxZiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl
             */
            ref?: string;
            /** @example DE */
            country_code: string;
            /**
             * @description default: distributor. Customers and preferred customers sponsor no distributors
             * @example distributor
             * @enum {string}
             */
            kind?: "distributor" | "preferred" | "customer";
        };
        ServiceRestoredData: {
            /**
             * Format: date-time
             * @description the time of the last event that the backup has; null if it has none. Events with a later `timestamp` are undone
             * @example 2026-11-20T09:29:58.120Z
             */
            restored_to: string | null;
        };
        /** @description The database was restored from a backup */
        ServiceRestoredEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "service.restored";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["ServiceRestoredData"];
        };
        SessionEndedData: {
            /**
             * Format: uuid
             * @description the `sid` claim of the access tokens, which are now invalid
             * @example 8c0f4f0e-55c1-4a7d-9f54-7c1f5b1d2e63
             */
            session_id: string;
            /**
             * @description user of the session
             * @example 5
             */
            uid: number;
            /**
             * Format: uuid
             * @description application of the session
             * @example 5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11
             */
            application_id: string;
            /**
             * @example logout
             * @enum {string}
             */
            reason: "logout" | "logout_everywhere" | "refresh_token_reused" | "password_changed" | "account_inactive" | "account_erased" | "code_reused" | "consent_withdrawn" | "application_deleted" | "database_restored";
        };
        /** @description A session of a user ended, by log-out or for another reason */
        SessionEndedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "session.ended";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["SessionEndedData"];
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
            /**
             * @description the `ref` of a member’s referral link, instead of `sponsor`
             * @example eyJhbGciOiJFUzI1NiIsInR5cCI6InJlZitqd3QiLCJraWQiOiIxZiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl
             */
            ref?: string;
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
        StatementCorrectionView: {
            /**
             * Format: date-time
             * @description when it was approved
             * @example 2026-12-03T09:30:00.000Z
             */
            at: string;
            /**
             * @description negative for what was taken
             * @example -13
             */
            amount: number;
            /** @example correction 3: wrong sponsor */
            reason: string;
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
            /** @description not part of `total`: each is an `adjustment` in the earnings */
            corrections: components["schemas"]["StatementCorrectionView"][];
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
             * @description what tokens from an authorization code may be used for; other tokens may do all that the user may
             * @example shop team
             */
            scope?: string;
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
             * @description the paid-as rank now; customers have none; null while no plan is in force
             * @example silver
             */
            rank: string | null;
            /**
             * @description whether the member is active now; null while no plan is in force
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
             * @description the paid-as rank now; customers have none; null while no plan is in force
             * @example silver
             */
            rank: string | null;
        };
        UserCreatedData: {
            /** @example 12 */
            uid: number;
            /** @example maria */
            username: string;
            /**
             * @description the sponsor of the user
             * @example 3
             */
            sponsor_uid: number | null;
            /**
             * @description ISO 3166-1 alpha-2
             * @example DE
             */
            country_code: string | null;
            /**
             * @example [
             *       "member"
             *     ]
             */
            roles: ("member" | "api_admin" | "super_admin" | "finance" | "support" | "catalogue" | "developer" | "auditor")[];
            /**
             * Format: uuid
             * @description the application through which the user signed up; null if created by a super admin
             * @example 5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11
             */
            application_id: string | null;
        };
        /** @description A user signed up, or was created by a super admin */
        UserCreatedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "user.created";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["UserCreatedData"];
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
        VolumeAdjustedData: {
            /**
             * @description row of the volume ledger
             * @example 4711
             */
            id: number;
            /**
             * @description the member
             * @example 5
             */
            uid: number;
            /**
             * Format: date-time
             * @description when it counts
             * @example 2026-11-20T09:30:00.000Z
             */
            at: string;
            /**
             * @description negative for deductions
             * @example -18.5
             */
            business_volume: number;
            /**
             * @description negative for deductions
             * @example -18
             */
            points: number;
            /**
             * @description negative for deductions
             * @example -18.5
             */
            cumulative_volume: number;
            /** @example Credited twice */
            reason: string;
            /**
             * @description the user who made the adjustment
             * @example 1
             */
            by_uid: number;
        };
        /** @description A member’s volumes were adjusted */
        VolumeAdjustedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "volume.adjusted";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["VolumeAdjustedData"];
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
        WebhookTestData: {
            /**
             * Format: uuid
             * @example 5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11
             */
            application_id: string;
        };
        /** @description A super admin sent a test event */
        WebhookTestEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["WebhookTestData"];
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
        WishlistUpdatedData: {
            /**
             * @description owner of the wishlist
             * @example 5
             */
            uid: number;
            /**
             * @example added
             * @enum {string}
             */
            change: "added" | "removed";
            /**
             * @description id of the variant
             * @example 11
             */
            product_id: number;
            /** @example starter-kit */
            bundle_id: string;
            /** @example STARTER-S */
            sku: string;
        };
        /** @description A product was added to a wishlist or removed from it */
        WishlistUpdatedEvent: {
            /**
             * Format: uuid
             * @description id of the event: the same in every attempt and in the `webhook-id` header
             * @example 5d7c3b0e-9b7a-4c07-8f6e-0a5b1c2d3e4f
             */
            id: string;
            /** @constant */
            type: "wishlist.updated";
            /**
             * Format: date-time
             * @description when it happened
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["WishlistUpdatedData"];
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
    listConsents: {
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
                    "application/json": components["schemas"]["ConsentView"][];
                };
            };
        };
    };
    withdrawConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the application */
                application_id: string;
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
                kind?: "commission" | "clawback" | "adjustment" | "payout" | "payout_failed" | "reward" | "reward_reversed";
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
