/**
 * What the console gives to extensions: `direct-selling-commerce-api/console`. It is served at a fixed address, so that the
 * modules of extensions share the console's own components, queries and React. See docs/extending.md.
 */
export {
  defineBlock,
  definePage,
  type Block,
  type ConsoleParts,
  type OwnPage,
  type SlotName,
  type Slots,
} from './parts';
export { adminKey, adminQuery, callAdmin, type AdminParams } from './admin-api';

// The API: failures, changes, permissions.
export type { Schemas } from '../api/client';
export { ApiFailure, describeFailure, type FieldProblem } from '../api/failure';
export { useMay, type ExtensionPermissions, type Permission } from '../api/permissions';
export { useChange } from '../api/use-change';
export { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';

// Words in the user's language.
export { addWords, language, plural, t, type Language } from '../i18n/t';

// Pages and lists.
export { PageHeader } from '../components/page-header';
export { PendingPage } from '../components/pending-page';
export { ResourceList, type Column } from '../components/resource-list';
export { pageOf, useList, useListParams, type List, type ListParams } from '../components/list-params';
export { ListToolbar } from '../components/list-toolbar';
export { SearchBox } from '../components/search-box';
export type { ListFilter } from '../components/list-filters';
export { EmptyState } from '../components/empty-state';
export { FailureState } from '../components/failure-state';
export { DescriptionList } from '../components/description-list';
export { CsvButton } from '../components/csv-button';
export { CopyText } from '../components/copy-text';
export { May } from '../components/may';
export { Person } from '../components/person';
export { StatusBadge } from '../components/status-badge';
export { UserPicker } from '../components/user-picker';
export { When } from '../components/when';
export { counted, formatDate, formatMoney, formatNumber, formatPrice } from '../components/format';

// Forms and dialogs.
export { confirm } from '../components/confirm';
export { DialogForm } from '../components/dialog-form';
export { FormSection } from '../components/form-section';
export { ResourceForm } from '../components/resource-form';
export { useDialog } from '../components/use-dialog';
export { useForm } from '@mantine/form';

// Addresses.
export { Link, useNavigate, useParams, useSearchParams } from 'react-router';

// What the console's own pages are made of.
export {
  Alert,
  Anchor,
  Badge,
  Box,
  Button,
  Card,
  Checkbox,
  Group,
  Modal,
  NumberInput,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
  Textarea,
  Title,
  Tooltip,
} from '@mantine/core';
