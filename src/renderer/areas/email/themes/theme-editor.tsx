import { Palette } from 'lucide-react';
import { useState } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { EmailTheme } from '#contract/service/models/mail-models.ts';
import { visibleText } from '#contract/text/visible-text.ts';
import { useReadAdminProject } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { DraftBar } from '#parts/conflict/draft-bar.tsx';
import { useDraft } from '#parts/conflict/use-draft.ts';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { useTemplatesById } from '../data';
import { LivePreview, RenderingFailure } from '../source/live-preview';
import styles from '../source/source.module.css';
import { SourceField } from '../source/source-field';
import { chooseTheme, readTheme, updateTheme, useTheme } from './theme-data';

interface ThemeEditorProps {
  connectionId: string;
  theme: EmailTheme;
  /** Whether it is the project's theme. */
  isUsed: boolean;
  blocked: string | undefined;
}

/** The source of a theme, which is read when the theme is opened. */
export function ThemeEditor(props: ThemeEditorProps) {
  const { connectionId, theme } = props;
  const { data, error, isFetching, refetch } = useTheme(connectionId, theme.id);
  if (data !== undefined) return <OpenThemeEditor {...props} source={data.tsx_source} />;
  if (error !== null) return <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} />;
  return (
    <div className={styles.editor}>
      <div className={styles.scroll}>
        <LoadingStatus />
        <Skeleton width={160} height={32} />
        <Skeleton height={300} />
      </div>
    </div>
  );
}

const asText = { show: (value: JsonValue) => String(value), parse: (text: string) => text };
const leaveParameters = ['tab', 'template'];

function OpenThemeEditor({ connectionId, theme, isUsed, blocked, source: stored }: ThemeEditorProps & { source: string }) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const { id } = theme;
  const label = visibleText(theme.display_name) === '' ? id : theme.display_name;
  const choosing = useChooseTheme(connectionId, id, label);
  const source = {
    stored,
    read: async () => (await readTheme(connectionId, id)).tsx_source,
    write: (value: JsonValue) => updateTheme(connectionId, id, String(value)),
  };
  const draft = useDraft(source, asText, () => show({ tone: 'good', title: ({ t }) => t('draft.saved', { label }) }));
  return (
    <section className={styles.editor} aria-label={label}>
      <div className={styles.scroll}>
        <div className={styles.head}>
          <h2>
            <bdi>{label}</bdi>
          </h2>
          <Button
            icon={Palette}
            busy={choosing.isPending}
            disabledReason={blocked ?? (isUsed ? t('email.theme.use.used') : undefined)}
            onClick={() => void choosing.run()}
          >
            {t('email.theme.use')}
          </Button>
        </div>
        {blocked !== undefined && <p className={styles.quiet}>{blocked}</p>}
        <ErrorCallout report={choosing.failure} />
        <RenderingFailure report={draft.saving.failure} broken="email.template.tsx.broken" />
        <div className={styles.columns}>
          <SourceField
            name={label}
            help={t('email.theme.tsx.help')}
            value={draft.input}
            isReadOnly={blocked !== undefined}
            onChange={draft.setInput}
          />
          <ThemePreview connectionId={connectionId} label={label} source={draft.input} />
        </div>
      </div>
      <DraftBar draft={draft} label={label} connectionId={connectionId} disabledReason={blocked} />
      <LeaveGuard when={draft.isDirty} isSaving={!draft.isUnsaved} parameters={leaveParameters} />
    </section>
  );
}

/** Returns the action that makes a theme the project's. If the response is lost, what is stored decides whether it was done. */
function useChooseTheme(connectionId: string, id: string, name: string) {
  const show = useToasts((state) => state.show);
  const read = useReadAdminProject(connectionId);
  return useAction(async () => {
    try {
      await chooseTheme(connectionId, id);
    } catch (thrown) {
      if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
      const saved = await read().catch(() => null);
      if (saved?.config.email_theme !== id) throw thrown;
    }
    show({ tone: 'good', title: ({ t }) => t('email.theme.use.done', { name }) });
  });
}

interface ThemePreviewProps {
  connectionId: string;
  label: string;
  source: string;
}

/** A template of the project in the theme, saved or not. Only the service can render it, from 2.8.25 on. */
function ThemePreview({ connectionId, label, source }: ThemePreviewProps) {
  const { t } = useMessages();
  const features = useConnection(connectionId)?.features;
  const canRender = features?.['email-rendering'] !== false;
  const { data } = useTemplatesById(connectionId, canRender && features?.['templates-by-id'] !== false);
  const [chosen, setChosen] = useState<string | null>(null);
  const templates = data?.templates ?? [];
  const template = templates.find(({ id }) => id === chosen) ?? templates[0];
  return (
    <section className={styles.preview} aria-label={t('email.template.preview')}>
      {template === undefined ? (
        <>
          <h3>{t('email.template.preview')}</h3>
          <p className={styles.quiet}>{t(canRender ? 'email.theme.preview.none' : 'email.theme.preview.release')}</p>
        </>
      ) : (
        <>
          <Field label={t('email.theme.preview.template')}>
            {(control) => (
              <Select {...control} value={template.id} onChange={({ target }) => setChosen(target.value)}>
                {templates.map(({ id, display_name: name }) => (
                  <option key={id} value={id}>
                    {visibleText(name) === '' ? id : name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <LivePreview
            connectionId={connectionId}
            title={t('email.template.preview')}
            label={label}
            rendered={{ templateId: template.id, themeSource: source }}
            broken="email.template.tsx.unrendered"
          />
        </>
      )}
    </section>
  );
}
