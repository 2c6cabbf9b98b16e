import { Link2 } from 'lucide-react';
import { useId } from 'react';
import { mergeTexts } from '../../lib/rules/project-sign-in/merge-texts';
import type { MergeStrategy } from '../../lib/rules/project-sign-in/project-sign-in';
import { type MergeOutcome, mergeOutcome } from '../../lib/rules/project-sign-in/sign-in-effects';
import { useMessages } from '../../lib/use-messages';
import { Badge, type Tone } from '../../ui/data/badge';
import { Icon } from '../../ui/data/icon';
import { Select } from '../../ui/inputs/select';
import { CardRow } from '../../ui/layout/card';
import { VisuallyHidden } from '../../ui/layout/visually-hidden';
import { outcomeTexts } from './method-texts';
import styles from './methods.module.css';
import type { SettingsProps } from './settings-props';

const strategies = Object.keys(mergeTexts) as MergeStrategy[];
const tones: Readonly<Record<MergeOutcome, Tone>> = { 'same-account': 'good', refused: 'bad', 'second-account': 'warn' };

/** What happens when a provider reports the email address of an account that exists, with an example of two users. */
export function MergeRow({ signIn, base, disabledReason, onChange }: SettingsProps) {
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
