import { Anchor, Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { useChange } from '../../api/use-change';
import { confirm } from '../../components/confirm';
import { FormSection } from '../../components/form-section';
import { API_PRODUCT_TYPE } from './api-product-type';
import type { ProductType } from './product-types.queries';
import { plural, t } from '../../i18n/t';

/** Deletes a product type, or says why it cannot be deleted. */
export function DeleteProductType({
  type: { name, label, bundles },
  onDeleted,
}: {
  type: ProductType;
  onDeleted: () => void;
}) {
  const { mutateAsync } = useChange({
    run: () => api.DELETE('/admin/api/product-types/{name}/', { params: { path: { name } } }),
    refreshes: [['product-types', 'list']],
    quiet: true,
    done: t('“{{label}}” was deleted.', { label }),
    onDone: onDeleted,
  });
  if (bundles > 0)
    return (
      <FormSection title={t('Delete')} description={t('Only a type without bundles can be deleted.')}>
        <Text size="sm">
          {plural(bundles, 'One bundle is of this type.', '{{count}} bundles are of this type.')}{' '}
          <Anchor component={Link} to={`/bundles?product_type=${name}`} inherit underline="always">
            {plural(bundles, 'Show it', 'Show them')}
          </Anchor>
        </Text>
      </FormSection>
    );
  return (
    <FormSection title={t('Delete')} description={t('No bundle has this type.')} isDangerous>
      <Button
        variant="outline"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() =>
          confirm({
            title: t('Delete “{{label}}”?', { label }),
            body:
              name === API_PRODUCT_TYPE
                ? t('Applications cannot create bundles until a type with this name is created again.')
                : t('Bundles of this type can no longer be created. A type with the same name can be created later.'),
            action: t('Delete'),
            run: () => mutateAsync(),
          })
        }
      >
        {t('Delete this product type')}
      </Button>
    </FormSection>
  );
}
