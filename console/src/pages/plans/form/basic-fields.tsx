import { FormSection } from '../../../components/form-section';
import type { JsonObject } from '../document/paths';
import { helpOf, resolved } from '../document/schema';
import { Conditions } from './conditions';
import { Fields } from './field';
import { useFormContext } from './form-context';
import { t } from '../../../i18n/t';

/** The parts of a plan that have fields in sections of their own. */
const ELSEWHERE = ['active', 'ranks', 'bonuses'];
const PAYING = ['rate', 'rounding', 'member_cap', 'payout_cap_percent', 'minimum_payout', 'four_eyes'];

/** What the plan is called, and how it measures. */
export function BasicFields({ document }: { document: JsonObject }) {
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
export function PayingFields({ document }: { document: JsonObject }) {
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
export function ActiveFields({ document }: { document: JsonObject }) {
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
