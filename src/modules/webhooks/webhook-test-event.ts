/**
 * The type of an event that a super admin sends to try a webhook. Nobody can subscribe to it: it goes to the application
 * that it was made for, whatever that one listens to.
 */
export const TEST_EVENT_TYPE = 'webhook.test';
