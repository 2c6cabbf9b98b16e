import { GitFork, Plus, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { permissions } from '#contract/service/permissions.ts';
import { definitionCalls, type PermissionKind } from '#data/permissions.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { useScope } from '#data/use-scope.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useCallForm } from '#parts/form/use-call-form.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { paths } from '#window/routes.ts';
import { type PermissionsPlace, permissionsPlace } from '#window/url-state.ts';
import { type ChangeUrlState, useChangeUrlState } from '#window/use-change-url-state.ts';
import { DefaultPermissions } from './default-permissions';
import { Definitions } from './definitions';
import styles from './permissions.module.css';

/** The permissions of the project: what exists, what contains what, and what users get by default. */
export function PermissionsScreen() {
  const { connectionId } = useScope();
  const [search] = useSearchParams();
  const place = permissionsPlace(search);
  const changePlace = useChangeUrlState(permissionsPlace, (next) => paths.permissions(connectionId, next));
  const go: ChangeUrlState<PermissionsPlace> = (change, options) =>
    changePlace(change, { ...options, replace: change.panel === undefined || place.panel !== undefined });
  return (
    <div className={styles.screen}>
      <Toolbar connectionId={connectionId} place={place} onChange={go} />
      {place.tab === 'defaults' ? (
        <DefaultPermissions connectionId={connectionId} />
      ) : (
        <Definitions key={place.tab} connectionId={connectionId} kind={place.tab} place={place} onChange={go} />
      )}
    </div>
  );
}

interface ToolbarProps {
  connectionId: string;
  place: PermissionsPlace;
  onChange: (change: Partial<PermissionsPlace>) => void;
}

function Toolbar({ connectionId, place: { tab, view }, onChange }: ToolbarProps) {
  const { t } = useMessages();
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('permissions.toolbar')}>
      <Segmented
        label={t('permissions.tab')}
        value={tab}
        options={[
          { value: 'team', label: t('permissions.tab.team') },
          { value: 'project', label: t('permissions.tab.project') },
          { value: 'defaults', label: t('permissions.tab.defaults') },
        ]}
        onValueChange={(next) => onChange({ tab: next, panel: undefined, q: undefined })}
      />
      {tab !== 'defaults' && (
        <>
          <span className={styles.end}>
            <Segmented
              label={t('permissions.view')}
              value={view}
              options={[
                { value: 'table', label: t('permissions.view.table'), icon: Table2 },
                { value: 'graph', label: t('permissions.view.graph'), icon: GitFork },
              ]}
              onValueChange={(next) => onChange({ view: next })}
            />
          </span>
          <CreateButton connectionId={connectionId} kind={tab} onCreated={(panel) => onChange({ panel })} />
        </>
      )}
    </div>
  );
}

function CreateButton({ connectionId, kind, onCreated }: { connectionId: string; kind: PermissionKind; onCreated: (id: string) => void }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon={Plus} disabledReason={useReadOnlyReason(connectionId)} onClick={() => setOpen(true)}>
        {t('permissions.create')}
      </Button>
      {isOpen && <CreatePermissionDialog connectionId={connectionId} kind={kind} onClose={() => setOpen(false)} onCreated={onCreated} />}
    </>
  );
}

interface CreatePermissionDialogProps {
  connectionId: string;
  kind: PermissionKind;
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** The service accepts a permission without contents; they are chosen in its panel. */
const newDefinition = permissions.createTeamDefinition.actors.project.body.extend({
  description: z.string(),
  contained_permission_ids: z.array(z.string()),
});

/** Creates a permission, which contains nothing yet. */
function CreatePermissionDialog({ connectionId, kind, onClose, onCreated }: CreatePermissionDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const calls = definitionCalls(connectionId, kind);
  const form = useCallForm<{ id: string; description: string }, typeof newDefinition, { id: string }>({
    stored: { id: '', description: '' },
    isNew: true,
    fields: {
      id: { label: t('permissions.id'), missing: t('permissions.id.missing'), invalid: t('permissions.id.invalid') },
      description: { label: t('permissions.description') },
    },
    schema: newDefinition,
    toInput: ({ id, description }) => ({ id: id.trim(), description: description.trim(), contained_permission_ids: [] }),
    save: (definition) => calls.create(definition),
    errorFields: { PERMISSION_ID_ALREADY_EXISTS: 'id' },
    onSaved: ({ id }) => {
      show({ tone: 'good', title: ({ t }) => t('permissions.created', { id }) });
      onClose();
      onCreated(id);
    },
  });
  return (
    <FormDialog
      title={t(kind === 'team' ? 'permissions.create.team' : 'permissions.create.project')}
      description={t('permissions.create.text')}
      environment={environment}
      actionLabel={t('permissions.create')}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={form.save}
    >
      {form.failure !== null && <FormFailure report={form.failure} />}
      <TextField form={form} name="id" isCode help={t('permissions.id.help')} />
      <TextField form={form} name="description" />
    </FormDialog>
  );
}
