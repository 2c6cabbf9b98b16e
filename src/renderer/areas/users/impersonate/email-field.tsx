import { useEffect, useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useCurrentProject } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { loadLanguage } from '#lib/intl/language-texts.ts';
import { visibleName } from '#lib/rules/names.ts';
import { useServiceNow } from '#lib/service-clock.ts';
import { useMessages } from '#lib/use-messages.ts';
import { createTranslator, languages, type TextLanguage } from '#messages/translator.ts';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { TextArea, TextInput } from '#ui/inputs/text-input.tsx';
import styles from './impersonate.module.css';
import { languageOfUser, type NoticeEmail, noticeEmail } from './notice-email';
import { useNoEmailReason } from './use-tell-user';

const maxSubjectLength = 200;
const maxTextLength = 5_000;

type NoticeForm = ReturnType<typeof useNoticeForm>;

/** Returns the email that tells a user of an impersonation, as the admin has edited it. Off until the admin turns it on. */
export function useNoticeForm(connectionId: string, user: ServerUser, durationMillis: number) {
  const { language: shown } = useMessages();
  const [isOn, setOn] = useState(false);
  const [language, setLanguage] = useState<TextLanguage>(languageOfUser(user) ?? (shown === 'pseudo' ? 'en' : shown));
  const [edits, setEdits] = useState<Partial<Record<TextLanguage, Partial<NoticeEmail>>>>({});
  const serviceNow = useServiceNow();
  const [now] = useState(serviceNow);
  const isLoaded = useTexts(language);
  const connectionName = useConnection(connectionId)?.name ?? '';
  const project = useCurrentProject(connectionId).data?.display_name ?? connectionName;
  // Texts that couldn’t be loaded are English.
  const translator = createTranslator(language, isLoaded ? language : 'en');
  const written = noticeEmail(translator, { name: visibleName(user.display_name), project, now, durationMillis });
  const email: NoticeEmail = { ...written, ...edits[language] };
  const edit = (change: Partial<NoticeEmail>) => setEdits({ ...edits, [language]: { ...edits[language], ...change } });
  const isComplete = email.subject.trim() !== '' && email.text.trim() !== '';
  return { isOn, setOn, language, setLanguage, email, edit, isComplete };
}

/** Whether the texts of a language are there. */
function useTexts(language: TextLanguage): boolean {
  const [loaded, setLoaded] = useState<TextLanguage | null>(null);
  useEffect(() => {
    loadLanguage(language).then(
      () => setLoaded(language),
      () => undefined,
    );
  }, [language]);
  return loaded === language;
}

interface EmailFieldProps {
  connectionId: string;
  user: ServerUser;
  form: NoticeForm;
  /** Whether to show what is missing. */
  isChecked: boolean;
}

/** Whether the user is told by email, and the email, which can be edited. */
export function EmailField({ connectionId, user, form, isChecked }: EmailFieldProps) {
  const { t } = useMessages();
  const reason = useNoEmailReason(connectionId, user);
  const { isOn, setOn, language, setLanguage, email, edit } = form;
  const missing = (text: string, key: 'send-email.subject.missing' | 'impersonation.email.body.missing') =>
    isChecked && text.trim() === '' ? t(key) : undefined;
  return (
    <div className={styles.email}>
      <CheckboxChoice
        label={t('impersonation.email')}
        note={reason ?? t('impersonation.email.note')}
        checked={isOn && reason === undefined}
        isDisabled={reason !== undefined}
        onChange={setOn}
      />
      {isOn && reason === undefined && (
        <>
          <Segmented
            label={t('impersonation.email.language')}
            value={language}
            options={languages.map((value) => ({ value, label: t(`settings.choice.language.${value}`) }))}
            onValueChange={setLanguage}
          />
          <Field label={t('send-email.subject')} error={missing(email.subject, 'send-email.subject.missing')}>
            {(control) => (
              <TextInput
                {...control}
                lang={language}
                maxLength={maxSubjectLength}
                value={email.subject}
                onChange={({ target }) => edit({ subject: target.value })}
              />
            )}
          </Field>
          <Field label={t('impersonation.email.body')} error={missing(email.text, 'impersonation.email.body.missing')}>
            {(control) => (
              <TextArea
                {...control}
                lang={language}
                rows={7}
                maxLength={maxTextLength}
                value={email.text}
                onChange={({ target }) => edit({ text: target.value })}
              />
            )}
          </Field>
        </>
      )}
    </div>
  );
}
