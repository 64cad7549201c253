import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { API_ATTRIBUTES, API_PRODUCT_TYPE, API_VARIANT_FIELDS, matchesApiType } from './api-product-type';
import { rich } from '../../i18n/rich';
import { t } from '../../i18n/t';

interface ApiTypeNoticeProps {
  /** The current form values. */
  name: string;
  variant_fields: readonly string[];
  attributes: readonly string[];
  /** Fills in the required fields; undefined if they cannot be changed. */
  onFill?: () => void;
}

/** What the API requires of its product type, and whether that is met. */
export function ApiTypeNotice({ name, variant_fields, attributes, onFill }: ApiTypeNoticeProps) {
  if (name === API_PRODUCT_TYPE && matchesApiType({ variant_fields, attributes }))
    return (
      <Alert color="teal" icon={<IconCheck aria-hidden />} title={t('Applications can create bundles of this type')}>
        {t('It has exactly the fields and attributes that the API requires.')}
      </Alert>
    );
  const isApiType = name === API_PRODUCT_TYPE;
  return (
    <Alert
      color={isApiType ? 'yellow' : 'sea'}
      icon={<IconInfoCircle aria-hidden />}
      title={isApiType ? t('Applications cannot create bundles of this type') : t('Bundles that applications create')}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {rich(
            'Bundles that applications create through the API have the type <name/>. It must have exactly the variant fields <fields/> and exactly the attributes <attributes/>. Bundles of other types are created in this console.',
            {
              name: <Name>{API_PRODUCT_TYPE}</Name>,
              fields: <Names names={API_VARIANT_FIELDS} />,
              attributes: <Names names={API_ATTRIBUTES} />,
            },
          )}
        </Text>
        {onFill !== undefined && (
          <Button variant="default" size="xs" onClick={onFill}>
            {isApiType ? t('Use these fields') : t('Fill in this type')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index === 0 ? '' : index === names.length - 1 ? ` ${t('and')} ` : ', '}
      <Name>{name}</Name>
    </span>
  ));
}

function Name({ children }: { children: string }) {
  return <span className="mono">{children}</span>;
}
