import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { API_PRODUCT_TYPE } from './api-product-type';
import { productTypesQuery } from './product-types.queries';
import { rich } from '../../i18n/rich';
import { t } from '../../i18n/t';

/** Warns that applications cannot create bundles while their product type does not exist. */
export function ApiTypeMissing() {
  const { data } = useQuery(productTypesQuery({ limit: 100, search: API_PRODUCT_TYPE }));
  if (data === undefined || data.results.some(({ name }) => name === API_PRODUCT_TYPE)) return null;
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} title={t('Applications cannot create bundles yet')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {rich('Bundles that applications create through the API have the type <name/>, which does not exist here.', {
            name: <span className="mono">{API_PRODUCT_TYPE}</span>,
          })}
        </Text>
        <Button component={Link} to={`/product-types/+new?name=${API_PRODUCT_TYPE}`} size="xs">
          {t('Create {{name}}', { name: API_PRODUCT_TYPE })}
        </Button>
      </Stack>
    </Alert>
  );
}
