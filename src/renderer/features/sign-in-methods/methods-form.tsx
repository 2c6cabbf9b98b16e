import type { Connection } from '../../../contract/bridge/connections';
import type { AdminProject } from '../../../contract/service/models/project-models';
import { DraftBar } from '../../blocks/conflict/draft-bar';
import { LeaveGuard } from '../../blocks/form/leave-guard';
import { cx } from '../../lib/class-names';
import { hasSignInMethod, keepsProvidersThatAreOff, type ProjectSignIn } from '../../lib/rules/project-sign-in/project-sign-in';
import { signInEffects } from '../../lib/rules/project-sign-in/sign-in-effects';
import { useMessages } from '../../lib/use-messages';
import { useReadOnlyReason } from '../../stores/read-only';
import { Callout } from '../../ui/feedback/callout';
import { ErrorCallout } from '../../ui/feedback/error-callout';
import { useToasts } from '../../ui/feedback/toasts';
import { Card } from '../../ui/layout/card';
import { Page, PageSection } from '../../ui/layout/page';
import { changeSummary, changeText } from './draft/change-text';
import { fromDraftValue } from './draft/sign-in-draft';
import { useSignInDraft } from './draft/use-sign-in-draft';
import { MergeRow } from './merge-row';
import styles from './methods.module.css';
import { PreviewPanel } from './preview/preview-panel';
import { ProvidersSection } from './providers/providers-section';
import type { SettingsProps } from './settings-props';
import { SwitchRow } from './switch-row';

interface MethodsFormProps {
  connection: Connection;
  project: AdminProject;
}

/** The settings as one draft, beside the card that results from it. */
export function MethodsForm({ connection, project }: MethodsFormProps) {
  const connectionId = connection.id;
  const texts = useMessages();
  const { t } = texts;
  const readOnly = useReadOnlyReason(connectionId);
  const show = useToasts((state) => state.show);
  const label = 'sign-in-methods.title';
  const draft = useSignInDraft(connectionId, project, () =>
    show({ tone: 'good', title: ({ t }) => t('draft.saved', { label: t(label) }) }),
  );
  const base = fromDraftValue(draft.base);
  const keepsOff = keepsProvidersThatAreOff(project.config);
  const effects = signInEffects(base, draft.input, keepsOff).map(({ key, values }) => t(key, values));
  const change = (part: Partial<ProjectSignIn>) => draft.setInput({ ...draft.input, ...part });
  const settings = { connection, signIn: draft.input, base, disabledReason: readOnly, onChange: change };
  return (
    <div className={styles.screen}>
      <div className={styles.columns}>
        <div className={styles.scroll}>
          <Page className={cx(styles.page)}>
            {readOnly !== undefined && <Callout tone="neutral">{readOnly}</Callout>}
            <MethodsSection {...settings} />
            <ProvidersSection {...settings} keepsOff={keepsOff} changes={draft.changes} />
            <AccountsSection {...settings} />
          </Page>
        </div>
        <PreviewPanel connection={connection} projectName={project.display_name} signIn={draft.input} base={base} isDirty={draft.isDirty} />
      </div>
      <div>
        <ErrorCallout report={draft.saving.failure} className={styles.failure} />
        <DraftBar
          draft={draft}
          label={t(label)}
          connectionId={connectionId}
          disabledReason={readOnly}
          summary={changeSummary(texts, draft.changes)}
          describe={(one) => changeText(texts, one)}
          consequences={effects}
        />
      </div>
      <LeaveGuard when={draft.isDirty && !draft.saving.isPending} />
    </div>
  );
}

function MethodsSection(settings: SettingsProps) {
  const { t } = useMessages();
  const [title, text] = hasSignInMethod(settings.base)
    ? (['sign-in-methods.none.left', 'sign-in-methods.none.left.text'] as const)
    : (['sign-in-methods.none', 'sign-in-methods.none.text'] as const);
  return (
    <PageSection title={t('sign-in-methods.title')}>
      {!hasSignInMethod(settings.signIn) && (
        <Callout tone="warn" title={t(title)}>
          {t(text)}
        </Callout>
      )}
      <Card>
        {(['password', 'code', 'passkey'] as const).map((name) => (
          <SwitchRow key={name} name={name} {...settings} />
        ))}
      </Card>
    </PageSection>
  );
}

function AccountsSection(settings: SettingsProps) {
  const { t } = useMessages();
  return (
    <PageSection title={t('sign-in-methods.accounts')}>
      <Card>
        <SwitchRow name="signUp" {...settings} />
        <MergeRow {...settings} />
      </Card>
    </PageSection>
  );
}
