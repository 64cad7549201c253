import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { serviceQuery } from '../../../api/service';

/** The version of the API that an application's keys are good for; says so when this service does not serve it. */
export function VersionField({ value, ...props }: TextInputProps & { value: string }) {
  const served = useQuery(serviceQuery).data?.api_versions;
  const isUnserved = served !== undefined && /^v\d+$/.test(value) && !served.includes(value);
  return (
    <div>
      <TextInput
        label="API version"
        description="What its keys are good for; it stands in the path."
        placeholder="v1"
        autoComplete="off"
        spellCheck={false}
        withAsterisk
        value={value}
        {...props}
      />
      {isUnserved && (
        <Text size="xs" mt={4} role="status" c="dimmed">
          This service serves {served.join(', ')} only, so every request with these keys would be refused.
        </Text>
      )}
    </div>
  );
}
