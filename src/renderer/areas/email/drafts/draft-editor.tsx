import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { EmailDraft } from '#contract/service/models/mail-models.ts';
import { visibleText } from '#contract/text/visible-text.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { dateTime } from '#lib/intl/format.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { DraftBar } from '#parts/conflict/draft-bar.tsx';
import { useDraft } from '#parts/conflict/use-draft.ts';
import { InlineEdit } from '#parts/form/inline-edit.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { LivePreview } from '../source/live-preview';
import styles from '../source/source.module.css';
import { SourceField } from '../source/source-field';
import { useThemes } from '../themes/theme-data';
import { changeDraft, type DraftTheme, deleteDraft, readDraft } from './draft-data';
import { SendDraftDialog } from './send-draft-dialog';

interface DraftEditorProps {
  connectionId: string;
  draft: EmailDraft;
  blocked: string | undefined;
}

const asText = { show: (value: JsonValue) => String(value), parse: (text: string) => text };
const leaveParameters = ['tab', 'template'];

/** A draft: its name, theme, and source beside the preview, and the ways to send and delete it. */
export function DraftEditor({ connectionId, draft, blocked }: DraftEditorProps) {
  const { t, locale } = useMessages();
  const show = useToasts((state) => state.show);
  const [dialog, setDialog] = useState<'send' | 'delete' | null>(null);
  const [isDeleted, setDeleted] = useState(false);
  const features = useConnection(connectionId)?.features;
  const { id, sent_at_millis: sentAt } = draft;
  const label = visibleText(draft.display_name) === '' ? id : draft.display_name;
  // Whatever is left out of a change stays as it is, except for the theme.
  const change = async (what: { readonly display_name?: string; readonly tsx_source?: string }) =>
    changeDraft(connectionId, id, { ...what, theme_id: (await readDraft(connectionId, id)).theme_id });
  const source = {
    stored: draft.tsx_source,
    read: async () => (await readDraft(connectionId, id)).tsx_source,
    write: (value: JsonValue) => change({ tsx_source: String(value) }),
  };
  const edited = useDraft(source, asText, () => show({ tone: 'good', title: ({ t }) => t('draft.saved', { label }) }));
  const unsaved = edited.isDirty ? t('email.draft.send.unsaved') : undefined;
  const canDelete = features?.['draft-deletion'] !== false;
  return (
    <section className={styles.editor} aria-label={label}>
      <div className={styles.scroll}>
        <div className={styles.head}>
          <div className={styles.editedName}>
            <InlineEdit
              label={t('email.draft.name')}
              value={draft.display_name}
              placeholder={id}
              missing={t('email.draft.name.missing')}
              parameters={leaveParameters}
              disabledReason={blocked}
              onSave={async (name) => void (await change({ display_name: name.trim() }))}
            />
          </div>
          <Button variant="primary" icon={Send} disabledReason={blocked ?? unsaved} onClick={() => setDialog('send')}>
            {t('email.draft.send')}
          </Button>
          {canDelete && (
            <Button variant="danger" icon={Trash2} disabledReason={blocked} onClick={() => setDialog('delete')}>
              {t('email.draft.delete')}
            </Button>
          )}
        </div>
        <p className={styles.quiet}>
          {blocked ?? (sentAt === null ? t('email.draft.unsent') : t('email.draft.sent-at', { time: dateTime(sentAt, locale) }))}
        </p>
        <ErrorCallout report={edited.saving.failure} />
        <ThemeField connectionId={connectionId} draft={draft} blocked={blocked} />
        <div className={styles.columns}>
          <SourceField
            name={label}
            help={t('email.template.tsx.help')}
            value={edited.input}
            isReadOnly={blocked !== undefined}
            onChange={edited.setInput}
          />
          <section className={styles.preview} aria-label={t('email.template.preview')}>
            <LivePreview
              connectionId={connectionId}
              title={t('email.template.preview')}
              label={label}
              rendered={{ source: edited.input, theme: draft.theme_id }}
              broken="email.draft.unrendered"
            />
          </section>
        </div>
      </div>
      <DraftBar draft={edited} label={label} connectionId={connectionId} disabledReason={blocked} />
      <LeaveGuard when={edited.isDirty && !isDeleted} isSaving={!edited.isUnsaved} parameters={leaveParameters} />
      {dialog === 'send' && <SendDraftDialog connectionId={connectionId} draft={draft} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && (
        <DeleteDraftDialog
          connectionId={connectionId}
          id={id}
          name={label}
          onDeleted={() => setDeleted(true)}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}

interface ThemeFieldProps {
  connectionId: string;
  draft: EmailDraft;
  blocked: string | undefined;
}

const ofProject = 'project';
const noTheme = 'none';

/** The theme of a draft, which is saved when it is chosen. */
function ThemeField({ connectionId, draft: { id, theme_id: theme }, blocked }: ThemeFieldProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const { data } = useThemes(connectionId, true);
  const { run, isPending, failure } = useAction(async (chosen: DraftTheme) => {
    // The service fails unexpectedly where a draft that is changed was deleted.
    await readDraft(connectionId, id);
    await changeDraft(connectionId, id, { theme_id: chosen });
    show({ tone: 'good', title: 'email.draft.theme.saved' });
  });
  const themes = data?.themes ?? [];
  const value = theme === undefined ? ofProject : theme === false ? noTheme : theme;
  const isUnknown = typeof theme === 'string' && data !== undefined && !themes.some((one) => one.id === theme);
  return (
    <>
      <Field label={t('email.draft.theme')} warning={isUnknown ? t('email.draft.theme.gone') : undefined}>
        {(control) => (
          <Select
            {...control}
            value={value}
            disabled={blocked !== undefined || isPending}
            onChange={({ target }) => void run(themeOfChoice(target.value))}
          >
            <option value={ofProject}>{t('email.draft.theme.project')}</option>
            <option value={noTheme}>{t('email.draft.theme.none')}</option>
            {themes.map((one) => (
              <option key={one.id} value={one.id}>
                {visibleText(one.display_name) === '' ? one.id : one.display_name}
              </option>
            ))}
            {typeof theme === 'string' && !themes.some((one) => one.id === theme) && <option value={theme}>{theme}</option>}
          </Select>
        )}
      </Field>
      <ErrorCallout report={failure} />
    </>
  );
}

function themeOfChoice(value: string): DraftTheme {
  return value === ofProject ? undefined : value === noTheme ? false : value;
}

interface DeleteDraftDialogProps {
  connectionId: string;
  id: string;
  name: string;
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes a draft. One that is deleted already, here or elsewhere, counts as deleted. */
function DeleteDraftDialog({ connectionId, id, name, onDeleted, onClose }: DeleteDraftDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const confirm = async () => {
    await deleteDraft(connectionId, id).catch((thrown: unknown) => {
      if (reportOf(thrown).status !== 404) throw thrown;
    });
    onDeleted();
    show({ tone: 'good', title: ({ t }) => t('email.draft.deleted', { name }) });
  };
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={t('email.draft.delete.title', { name })}
      consequence={t('email.draft.delete.consequence')}
      confirmLabel={t('email.draft.delete')}
      environment={useConnection(connectionId)?.environment}
      onConfirm={confirm}
    />
  );
}
