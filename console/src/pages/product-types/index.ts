export { API_PRODUCT_TYPE } from './api-product-type';
export { productTypeQuery, productTypesQuery, type ProductType } from './product-types.queries';
