/** What the section about the app shows. */
import { Scale } from 'lucide-react';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useAppInfo } from '#parts/about.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { useOverlays } from '#window/open-dialogs.ts';
import type { ControlProps } from '../setting-row';
import styles from '../setting-row.module.css';

function Fact({ text }: { text: string | undefined }) {
  return text ?? <Skeleton width={120} />;
}

export function VersionName() {
  const { t } = useMessages();
  const { data: info } = useAppInfo();
  return <Fact text={info?.automation ? t('shell.about.version.automation', { version: info.version }) : info?.version} />;
}

export function HostName() {
  const { t } = useMessages();
  const { data: info } = useAppInfo();
  return <Fact text={info && t(`shell.about.host.${info.host}`)} />;
}

export function KeychainName() {
  const { t } = useMessages();
  return t(`shell.about.keychain.${useTopic('lock.state').secrets}`);
}

export function DataFolder() {
  return (
    <span className={styles.mono}>
      <Fact text={useAppInfo().data?.profileShown} />
    </span>
  );
}

export function LicensesButton({ describedBy }: ControlProps) {
  const { t } = useMessages();
  const show = useOverlays((state) => state.show);
  return (
    <Button icon={Scale} aria-describedby={describedBy} onClick={() => show('licenses')}>
      {t('shell.licenses.show')}
    </Button>
  );
}
