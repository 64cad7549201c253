import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMay, type Permission } from '../../api/permissions';
import { setupQuery, type Setup } from './home.queries';
import { t } from '../../i18n/t';

/** Where a step is done. */
interface Way {
  label: string;
  to: string;
  permission: Permission;
}

/** A step of a company's first day, as far as one may see it. */
export interface FirstStep {
  title: string;
  text: string;
  isDone: boolean;
  /** Those that the user may go, the usual one first. */
  ways: readonly Way[];
}

interface FirstSteps {
  steps: readonly FirstStep[];
  done: number;
  /** The first step that is open and that the user can do; undefined if nothing is left for them. */
  next: FirstStep | undefined;
}

/** The steps that the user may see; a part that they may not read is left out by the service. */
function stepsOf(setup: Setup): FirstStep[] {
  const all: (Omit<FirstStep, 'isDone'> & { isDone: boolean | undefined })[] = [
    {
      title: t('Product type'),
      text: t(
        'Defines which fields the variants of a bundle have. Applications create bundles of the type of the API; you can create bundles of any type here.',
      ),
      isDone: setup.product_type,
      ways: [
        {
          label: t('Create the type of the API'),
          to: '/product-types/+new?name=external-api-product',
          permission: 'product-types.write',
        },
        { label: t('Create another type'), to: '/product-types/+new', permission: 'product-types.write' },
      ],
    },
    {
      title: t('First bundle'),
      text: t(
        'What members buy, with its price and its volumes. One is enough to go on; the others can come from a file.',
      ),
      isDone: setup.bundle,
      ways: [
        { label: t('Create a bundle'), to: '/bundles?dialog=new', permission: 'bundles.write' },
        { label: t('Import bundles'), to: '/imports/new/bundles', permission: 'bundles.write' },
      ],
    },
    {
      title: t('Network'),
      text: t(
        'Choose first whether there is a placement tree: members are placed by it when they join. Then create the first member, or import all of them. Done when the first member is in the network.',
      ),
      isDone: setup.member,
      ways: [
        { label: t('Network settings'), to: '/network/settings', permission: 'settings.write' },
        { label: t('Create a member'), to: '/users/new', permission: 'users.write' },
        { label: t('Import members'), to: '/imports/new/members', permission: 'network.write' },
      ],
    },
    {
      title: t('Plan'),
      text:
        setup.plan === true
          ? t('There is a draft. Try it on members, then publish it: commissions are paid by a published plan.')
          : t(
              'Start with a template: its form explains each rank and bonus in words. Time zone and names of ranks are part of the plan. Done when it is published.',
            ),
      isDone: setup.published_plan,
      ways:
        setup.plan === true
          ? [{ label: t('Publish a draft'), to: '/plans', permission: 'plans.publish' }]
          : [{ label: t('Choose a template'), to: '/plans/new', permission: 'plans.write' }],
    },
    {
      title: t('Application'),
      text: t('Your shop, app or back end. It gets its key here, and a command to test it.'),
      isDone: setup.application,
      ways: [{ label: t('Register an application'), to: '/applications/new', permission: 'applications.write' }],
    },
    {
      title: t('Test order'),
      text: t(
        'Place one here or with your application, then mark it as paid on its page: its volumes are in the volume ledger from then on. Cancel it afterwards.',
      ),
      isDone: setup.order,
      ways: [{ label: t('Place an order'), to: '/orders?dialog=place', permission: 'orders.place' }],
    },
    {
      title: t('First run'),
      text: t('Start a preview of the open period. It shows what would be paid and why, and pays nobody.'),
      isDone: setup.run,
      ways: [{ label: t('Start a run'), to: '/commission-runs?dialog=start', permission: 'runs.write' }],
    },
  ];
  return all.flatMap(({ isDone, ...step }) => (isDone === undefined ? [] : [{ ...step, isDone }]));
}

/** The first steps, as far as the user may see them; undefined until they are known. */
export function useFirstSteps(): FirstSteps & { query: { error: unknown; refetch: () => unknown; isKnown: boolean } } {
  const may = useMay();
  const { data, error, refetch } = useQuery(setupQuery);
  const steps = (data === undefined ? [] : stepsOf(data)).map((step) => ({
    ...step,
    ways: step.ways.filter(({ permission }) => may(permission)),
  }));
  return {
    steps,
    done: steps.filter(({ isDone }) => isDone).length,
    next: steps.find(({ isDone, ways }) => !isDone && ways.length > 0),
    query: { error, refetch, isKnown: data !== undefined },
  };
}

/** Whether the user has hidden the first steps on the first page, which this browser keeps. */
export function useHiddenFirstSteps() {
  return useLocalStorage({ key: 'first-steps-hidden', defaultValue: false, getInitialValueInEffect: false });
}
