import { Alert, List } from '@mantine/core';

interface OtherProblemsProps {
  errors: Readonly<Record<string, unknown>>;
  /** The service's field of the section: `varients`. */
  of: string;
  /** The paths with an input in this section. */
  shown: readonly string[];
}

/** Errors of a section that belong to none of its inputs. */
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
