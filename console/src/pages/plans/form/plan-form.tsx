import { Alert, Button, Stack, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { listOf, pathText, valueAt } from '../document/paths';
import { renameBonus, renameRank, withoutRank } from '../document/rename';
import type { JsonSchema } from '../document/schema';
import type { PlanDocument } from '../editor/use-plan-document';
import { ActiveFields, BasicFields, PayingFields } from './basic-fields';
import { BonusFields } from './bonus-fields';
import { FormProvider, type FormContext, type NamedBonus } from './form-context';
import classes from './form.module.css';
import { RankFields } from './rank-fields';
import { t } from '../../../i18n/t';

interface PlanFormProps {
  plan: PlanDocument;
  schema: JsonSchema;
  isReadOnly: boolean;
  /** Shows where the JSON is not valid. */
  onShowMistake: () => void;
}

/** The form of a plan: a section for each of its parts. */
export function PlanForm({ plan, schema, isReadOnly, onShowMistake }: PlanFormProps) {
  const { document, problems, open, mistake, change, edit, setOpen } = plan;
  const ranks = useSame(listOf(document.ranks).map((rank) => textOf(valueAt(rank, 'name'))));
  const bonuses = useSame(
    listOf(document.bonuses).map((bonus): NamedBonus => {
      return { id: textOf(valueAt(bonus, 'id')), type: textOf(valueAt(bonus, 'type')) };
    }),
  );
  // Stable, so that typing renders one field alone.
  const rename = useCallbackRef<FormContext['rename']>((kind, index, name) =>
    kind === 'rank'
      ? edit(renameRank(document, index, name), [pathText(['ranks', index, 'name'])])
      : edit(renameBonus(document, index, name), [pathText(['bonuses', index, 'id'])]),
  );
  const context = useMemo((): FormContext => {
    return { schema, isReadOnly, problems, ranks, bonuses, change, rename, open, setOpen };
  }, [schema, isReadOnly, problems, ranks, bonuses, change, rename, open, setOpen]);
  return (
    <FormProvider value={context}>
      <Stack gap="lg" className={`${classes.form} ${isReadOnly ? classes.readOnly : ''}`}>
        {mistake !== undefined && (
          <Alert
            color="red"
            role="alert"
            icon={<IconAlertCircle aria-hidden />}
            title={t('The form shows the plan before the JSON was broken')}
          >
            <Stack gap="xs" align="flex-start">
              <Text size="sm">
                {t('It can be changed again as soon as line {{line}} of the JSON is fixed.', { line: mistake.line })}
              </Text>
              <Button variant="default" size="xs" onClick={onShowMistake}>
                {t('Show line {{line}}', { line: mistake.line })}
              </Button>
            </Stack>
          </Alert>
        )}
        <BasicFields document={document} />
        <ActiveFields document={document} />
        <RankFields
          value={document.ranks}
          onRemove={(index) => edit(withoutRank(document, index), ['ranks', 'bonuses'])}
        />
        <BonusFields value={document.bonuses} />
        <PayingFields document={document} />
      </Stack>
    </FormProvider>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The same list as before while it has the same content. */
function useSame<Entry>(list: readonly Entry[]): readonly Entry[] {
  const text = JSON.stringify(list);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- compared by content
  return useMemo(() => list, [text]);
}
