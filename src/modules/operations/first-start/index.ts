export { DEMO_API_ADMIN, DEMO_PASSWORD, DEMO_SHOP_ID, DEMO_SHOP_VISITOR } from './demo-accounts.js';
export { prepareFirstStart } from './first-start.service.js';
