import { type ReactNode, useState } from 'react';
import type { JobScope } from '#contract/jobs/job.ts';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { JobNames } from '#parts/jobs/job-sentences.ts';
import type { FormProps } from '#parts/selection/bulk-form.ts';
import { MetadataForm } from '#parts/selection/metadata-form.tsx';
import type { Selection } from '#parts/selection/use-selection.ts';
import { type SelectionJobs, selectedTargets, useSelectionJobs } from '#parts/selection/use-selection-jobs.ts';
import type { Matching } from './matching';
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

export interface BulkActions extends SelectionJobs {
  /** Why none of them can be restricted. */
  readonly noRestrictions: string | undefined;
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
  const jobs = useSelectionJobs({ connectionId, selection, scope: () => scopeOf(selection, matching), onClear });
  const [form, setForm] = useState<FormKind | null>(null);
  const preview = (action: RequestedAction, names?: JobNames) => {
    setForm(null);
    jobs.preview(action, names);
  };
  const props = { connectionId, onPreview: preview, onClose: () => setForm(null) };
  const lacksRestrictions = [...selection.items.values()].some(({ restricted_by_admin }) => restricted_by_admin === undefined);
  return {
    disabledReason: jobs.disabledReason,
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

function scopeOf(selection: Selection<ServerUser>, matching: Matching | null): JobScope {
  if (selection.isAllMatching && matching !== null) return { kind: 'matching', scope: matching.scope };
  return selectedTargets(selection);
}
