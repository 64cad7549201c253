import { Alert, List } from '@mantine/core';

interface OtherProblemsProps {
  errors: Readonly<Record<string, unknown>>;
  /** The field of the service that a section stands for: `varients`. */
  of: string;
  /** The paths that have a field in this section. */
  shown: readonly string[];
}

/** What the service refused and no field of a section stands for: nothing that it says is lost. */
export function OtherProblems({ errors, of, shown }: OtherProblemsProps) {
  const others = Object.entries(errors).filter(
    ([path, text]) => typeof text === 'string' && (path === of || path.startsWith(`${of}.`)) && !shown.includes(path),
  );
  if (others.length === 0) return null;
  return (
    <Alert color="red" role="alert">
      <List size="sm">
        {others.map(([path, text]) => (
          <List.Item key={path}>
            <span className="mono">{path}</span>: {text as string}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
