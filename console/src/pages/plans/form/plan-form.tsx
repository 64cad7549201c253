import { Alert, Button, Stack, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { listOf, pathText, valueAt, type JsonObject } from '../document/paths';
import { renameBonus, renameRank, withoutRank } from '../document/rename';
import { type JsonSchema, helpOf, resolved } from '../document/schema';
import type { PlanDocument } from '../editor/use-plan-document';
import { BonusFields } from './bonus-fields';
import { FormProvider, type FormContext, type NamedBonus, useFormContext } from './form-context';
import classes from './form.module.css';
import { RankFields } from './rank-fields';
import { t } from '#console/i18n/t';
import { FormSection } from '#console/components/form-section';
import { Conditions } from './conditions';
import { Fields } from './field';

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

/** The parts of a plan that have fields in sections of their own. */
const ELSEWHERE = ['active', 'ranks', 'bonuses'];
const PAYING = ['rate', 'rounding', 'member_cap', 'payout_cap_percent', 'minimum_payout', 'four_eyes'];

/** What the plan is called, and how it measures. */
function BasicFields({ document }: { document: JsonObject }) {
  const { schema } = useFormContext();
  return (
    <FormSection
      title={t('Basics')}
      description={t('What the plan is called, its periods, and which volumes count for what.')}
      isWide
    >
      <Fields path={[]} schema={schema} value={document} without={[...ELSEWHERE, ...PAYING]} />
    </FormSection>
  );
}

/** How it pays: rate, rounding, caps and payouts. */
function PayingFields({ document }: { document: JsonObject }) {
  const { schema } = useFormContext();
  const others = Object.keys(schema.properties ?? {}).filter((key) => !PAYING.includes(key));
  return (
    <FormSection
      title={t('Rate, caps and payouts')}
      description={t('The value of a unit of volume, the rounding of lines, and the maximum and minimum that is paid.')}
      isWide
    >
      <Fields path={[]} schema={schema} value={document} without={others} />
    </FormSection>
  );
}

/** What makes a distributor active. */
function ActiveFields({ document }: { document: JsonObject }) {
  const { schema } = useFormContext();
  const active = schema.properties?.active;
  return (
    <FormSection
      title={t('Activity')}
      description={`${helpOf(active === undefined ? undefined : resolved(active, schema)) ?? ''} ${t('Members who are not active have the first rank and are not paid.')}`}
      isWide
    >
      <Conditions path={['active']} value={document.active} />
    </FormSection>
  );
}
