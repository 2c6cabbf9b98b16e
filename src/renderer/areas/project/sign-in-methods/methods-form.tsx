import { Link2 } from 'lucide-react';
import { useId, useMemo, useRef } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { AdminProject } from '#contract/service/models/project-models.ts';
import { readAdminProject, updateProject } from '#data/project.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { cx } from '#lib/class-names.ts';
import {
  hasSignInMethod,
  keepsProvidersThatAreOff,
  type MergeOutcome,
  type MergeStrategy,
  mergeOutcome,
  mergeTexts,
  type ProjectSignIn,
  projectSignIn,
  type SignInSwitch,
  signInEffects,
} from '#lib/rules/project-sign-in.ts';
import { signInUpdate } from '#lib/rules/sign-in-update.ts';
import { useMessages } from '#lib/use-messages.ts';
import { DraftBar } from '#parts/conflict/draft-bar.tsx';
import { type Draft, useDraft } from '#parts/conflict/use-draft.ts';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { SettingRow } from '#parts/sign-in-methods/setting-row.tsx';
import { PreviewPanel } from '#parts/sign-in-preview/preview-panel.tsx';
import { Badge, type Tone } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Select } from '#ui/inputs/select.tsx';
import { ReasonedSwitch } from '#ui/inputs/switch.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { changeSummary, changeText } from './draft/change-text';
import { asStored, fromDraftValue, toDraftValue } from './draft/sign-in-draft';
import { outcomeTexts, switchTexts } from './method-texts';
import styles from './methods.module.css';
import { ProvidersSection } from './providers/providers-section';
import { hasSignUpRules, RulesSection } from './rules/rules-section';
import type { SettingsProps } from './settings-props';
import { hasVerification, VerificationSection } from './verification-section';

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
            {hasVerification(connection) && <VerificationSection connection={connection} disabledReason={readOnly} />}
            {hasSignUpRules(connection) && <RulesSection connection={connection} disabledReason={readOnly} />}
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
      <LeaveGuard when={draft.isDirty} isSaving={!draft.isUnsaved} />
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

/** A method, or sign-up, with its switch. */
function SwitchRow({ name, signIn, base, disabledReason, onChange }: SettingsProps & { name: SignInSwitch }) {
  const { t } = useMessages();
  const texts = switchTexts[name];
  const label = t(texts.name);
  return (
    <SettingRow
      icon={texts.icon}
      name={label}
      badge={signIn[name] !== base[name] && <Badge tone="warn">{t('sign-in-methods.unsaved')}</Badge>}
      state={t(texts.text)}
    >
      <ReasonedSwitch
        label={label}
        checked={signIn[name]}
        disabledReason={disabledReason}
        onChange={(isOn) => onChange({ [name]: isOn })}
      />
    </SettingRow>
  );
}

/** Returns the draft of a project's sign-in methods, saved as one update of what differs. */
function useSignInDraft(connectionId: string, project: AdminProject, onSaved: () => void): Draft<ProjectSignIn> {
  const keepsOff = keepsProvidersThatAreOff(project.config);
  // What was read last has references to the secrets, which are sent back for those that weren't entered again.
  const latest = useRef(project.config);
  const stored = useMemo(() => toDraftValue(projectSignIn(project.config), keepsOff), [project.config, keepsOff]);
  const input = useMemo(
    () => ({ show: fromDraftValue, parse: (signIn: ProjectSignIn): JsonValue => toDraftValue(signIn, keepsOff) }),
    [keepsOff],
  );
  const source = {
    stored,
    asStored,
    read: async () => {
      latest.current = (await readAdminProject(connectionId)).config;
      return toDraftValue(projectSignIn(latest.current), keepsOff);
    },
    write: (value: JsonValue) => updateProject(connectionId, { config: signInUpdate(latest.current, fromDraftValue(value)) }),
  };
  return useDraft(source, input, onSaved);
}

const strategies = Object.keys(mergeTexts) as MergeStrategy[];
const tones: Readonly<Record<MergeOutcome, Tone>> = { 'same-account': 'good', refused: 'bad', 'second-account': 'warn' };

/** What happens when a provider reports the email address of an account that exists, with an example of two users. */
function MergeRow({ signIn, base, disabledReason, onChange }: SettingsProps) {
  const { t } = useMessages();
  const id = useId();
  const isOff = disabledReason !== undefined;
  return (
    <CardRow className={styles.merge} role="group" aria-labelledby={`${id}-name`}>
      <Icon of={Link2} size={18} />
      <div className={styles.words}>
        <div className={styles.name} id={`${id}-name`}>
          {t('sign-in-methods.merge')}
          {signIn.merge !== base.merge && <Badge tone="warn">{t('sign-in-methods.unsaved')}</Badge>}
        </div>
        <p className={styles.text} id={`${id}-text`}>
          {t(mergeTexts[signIn.merge].text)}
        </p>
      </div>
      <Select
        aria-label={t('sign-in-methods.merge')}
        aria-describedby={isOff ? `${id}-reason` : `${id}-text`}
        aria-disabled={isOff || undefined}
        value={signIn.merge}
        onChange={({ target }) => isOff || onChange({ merge: target.value as MergeStrategy })}
      >
        {strategies.map((strategy) => (
          <option key={strategy} value={strategy}>
            {t(mergeTexts[strategy].name)}
          </option>
        ))}
      </Select>
      <Example strategy={signIn.merge} />
      {isOff && <VisuallyHidden id={`${id}-reason`}>{disabledReason}</VisuallyHidden>}
    </CardRow>
  );
}

function Example({ strategy }: { strategy: MergeStrategy }) {
  const { t } = useMessages();
  const users = [
    { story: t('sign-in-methods.merge.example.verified'), outcome: mergeOutcome(strategy, true) },
    { story: t('sign-in-methods.merge.example.unverified'), outcome: mergeOutcome(strategy, false) },
  ];
  return (
    <ul className={styles.example} aria-label={t('sign-in-methods.merge.example')}>
      {users.map(({ story, outcome }) => (
        <li key={story}>
          <span>{story}</span>
          <Badge tone={tones[outcome]}>{t(outcomeTexts[outcome])}</Badge>
        </li>
      ))}
    </ul>
  );
}
