import { type ReactNode, useState } from 'react';
import type { JobScope } from '#contract/jobs/job.ts';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { JobNames } from '#parts/jobs/job-sentences.ts';
import { useJobPreview } from '#parts/jobs/preview/use-job-preview.ts';
import { useOfflineReason } from '#parts/local-index/use-offline-reason.ts';
import type { Selection } from '#parts/selection/use-selection.ts';
import type { FormProps } from './bulk-form';
import type { Matching } from './matching';
import { MetadataForm } from './metadata-form';
import { RestrictForm } from './restrict-form';
import { TeamForm } from './team-form';

/** Actions that ask for more before they can be previewed. */
type FormKind =
  | 'users.addToTeam'
  | 'users.removeFromTeam'
  | 'users.grantInTeam'
  | 'users.revokeInTeam'
  | 'users.setMetadata'
  | 'users.unsetMetadata'
  | 'users.restrict';

export interface BulkActions {
  /** Why nothing can be done with the selected users now. */
  readonly disabledReason: string | undefined;
  /** Why none of them can be restricted. */
  readonly noRestrictions: string | undefined;
  /** Shows what an action would do, from where it can be started. */
  readonly preview: (action: RequestedAction, names?: JobNames) => void;
  readonly openForm: (kind: FormKind) => void;
  /** The open form. */
  readonly element: ReactNode;
}

interface BulkScope {
  connectionId: string;
  selection: Selection<ServerUser>;
  matching: Matching | null;
  onClear: () => void;
}

/** Returns what can be done with the selected users as a job. Once one was started, nothing is selected. */
export function useBulkActions({ connectionId, selection, matching, onClear }: BulkScope): BulkActions {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const offline = useOfflineReason(connectionId);
  const reading = selection.isReading ? t('ui.loading') : undefined;
  const { open } = useJobPreview();
  const [form, setForm] = useState<FormKind | null>(null);
  const preview = (action: RequestedAction, names?: JobNames) => {
    setForm(null);
    open({ connectionId, scope: scopeOf(selection, matching), action, names, onStarted: onClear });
  };
  const props = { connectionId, onPreview: preview, onClose: () => setForm(null) };
  const lacksRestrictions = [...selection.items.values()].some(({ restricted_by_admin }) => restricted_by_admin === undefined);
  return {
    disabledReason: readOnly ?? offline ?? reading,
    noRestrictions: lacksRestrictions ? t('users.bulk.no-restrictions') : undefined,
    preview,
    openForm: setForm,
    element: form !== null && <Form {...props} kind={form} />,
  };
}

function Form({ kind, ...props }: FormProps & { kind: FormKind }) {
  if (kind === 'users.restrict') return <RestrictForm {...props} />;
  if (kind === 'users.setMetadata' || kind === 'users.unsetMetadata') return <MetadataForm {...props} kind={kind} />;
  return <TeamForm {...props} kind={kind} />;
}

function scopeOf({ items, isAllMatching }: Selection<ServerUser>, matching: Matching | null): JobScope {
  if (isAllMatching && matching !== null) return { kind: 'matching', scope: matching.scope };
  return { kind: 'targets', targets: [...items.keys()].map((id) => ({ id, of: null })) };
}
