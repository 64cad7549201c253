import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { API_PRODUCT_TYPE } from './api-product-type';
import { productTypesQuery } from './product-types.queries';

/** Warns that applications cannot create bundles while their product type does not exist. */
export function ApiTypeMissing() {
  const { data } = useQuery(productTypesQuery({ limit: 100, search: API_PRODUCT_TYPE }));
  if (data === undefined || data.results.some(({ name }) => name === API_PRODUCT_TYPE)) return null;
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} title="Applications cannot create bundles yet">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Bundles that applications create through the API have the type{' '}
          <span className="mono">{API_PRODUCT_TYPE}</span>, which does not exist here.
        </Text>
        <Button component={Link} to={`/product-types/+new?name=${API_PRODUCT_TYPE}`} size="xs">
          Create {API_PRODUCT_TYPE}
        </Button>
      </Stack>
    </Alert>
  );
}
