import { Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { ProjectSignIn } from '#lib/rules/project-sign-in.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useIsDark } from '#lib/use-theme.ts';
import { Segmented } from '#ui/inputs/segmented.tsx';
import styles from './preview.module.css';
import { PreviewCard } from './preview-card';

interface PreviewPanelProps {
  connection: Connection;
  projectName: string;
  signIn: ProjectSignIn;
  base: ProjectSignIn;
  isDirty: boolean;
}

/** The card that results from the draft, in the chosen theme and width. */
export function PreviewPanel({ isDirty, ...card }: PreviewPanelProps) {
  const { t } = useMessages();
  const [mode, setMode] = useState<'sign-in' | 'sign-up'>('sign-in');
  const [chosenTheme, setTheme] = useState<'light' | 'dark' | null>(null);
  const isDark = useIsDark();
  const theme = chosenTheme ?? (isDark ? 'dark' : 'light');
  const [width, setWidth] = useState<'wide' | 'narrow'>('wide');
  return (
    <aside className={styles.panel} aria-label={t('sign-in-methods.preview')}>
      <div className={styles.tools}>
        <h2 className={styles.title}>{t('sign-in-methods.preview')}</h2>
        <Segmented
          label={t('sign-in-methods.preview.card')}
          value={mode}
          options={[
            { value: 'sign-in', label: t('sign-in.submit') },
            { value: 'sign-up', label: t('sign-in-methods.preview.sign-up') },
          ]}
          onValueChange={setMode}
        />
      </div>
      <div className={styles.tools}>
        <Segmented
          label={t('settings.row.theme')}
          value={theme}
          options={[
            { value: 'light', label: t('settings.choice.theme.light'), icon: Sun },
            { value: 'dark', label: t('settings.choice.theme.dark'), icon: Moon },
          ]}
          onValueChange={setTheme}
        />
        <Segmented
          label={t('sign-in-methods.preview.width')}
          value={width}
          options={[
            { value: 'wide', label: t('sign-in-methods.preview.wide'), icon: Monitor },
            { value: 'narrow', label: t('sign-in-methods.preview.narrow'), icon: Smartphone },
          ]}
          onValueChange={setWidth}
        />
      </div>
      <PreviewCard {...card} mode={mode} theme={theme} width={width} />
      {isDirty && (
        <p className={styles.legend}>
          <span className={styles.sample} aria-hidden="true" />
          {t('sign-in-methods.preview.legend')}
        </p>
      )}
    </aside>
  );
}
