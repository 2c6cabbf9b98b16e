import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import type { SecretReference } from '../../../../contract/service/models/secret';
import { useMessages } from '../../../lib/use-messages';
import { useSecondsUntil } from '../../../lib/use-seconds-until';
import { Badge } from '../../../ui/data/badge';
import { Icon } from '../../../ui/data/icon';
import { Button } from '../../../ui/inputs/button';
import { IconButton } from '../../../ui/inputs/icon-button';
import { VisuallyHidden } from '../../../ui/layout/visually-hidden';
import styles from './reveal-dialog.module.css';
import { useCopySecret } from './use-copy-secret';
import { useRevealedSecret } from './use-revealed-secret';

interface SecretRowProps {
  label: string;
  /** What the secret starts with, which is no secret. */
  prefix: string;
  secret: SecretReference;
}

/** A secret, masked until the user reveals it, with a button that copies it. */
export function SecretRow({ label, prefix, secret }: SecretRowProps) {
  const { t } = useMessages();
  const { text, toggle } = useRevealedSecret(secret.ref);
  const { clearedAt, copy } = useCopySecret(secret.ref);
  return (
    <div className={styles.secret}>
      <span className={styles.label}>{label}</span>
      <code className={styles.value}>
        {text ?? (
          <>
            {prefix}
            <span aria-hidden="true">••••••••••••</span>
            <VisuallyHidden>{t('api-keys.reveal.hidden')}</VisuallyHidden>
            <b>{secret.last_four}</b>
          </>
        )}
      </code>
      <span className={styles.tools}>
        <Copied clearedAt={clearedAt} />
        <IconButton label={t(text === null ? 'ui.show.key' : 'ui.hide.key')} icon={text === null ? Eye : EyeOff} onClick={toggle} />
        <Button data-autofocus size="sm" icon={Copy} busy={copy.isPending} onClick={() => void copy.run()}>
          {t('ui.copy')}
        </Button>
      </span>
    </div>
  );
}

/** Says until when the clipboard contains the secret. */
function Copied({ clearedAt }: { clearedAt: number | null | undefined }) {
  const { t } = useMessages();
  const seconds = useSecondsUntil(clearedAt ?? 0);
  const isShown = clearedAt === null || seconds > 0;
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <>
      {isShown && (
        <Badge tone="good">
          <Icon of={Check} size={12} />
          {clearedAt === null ? t('ui.copied') : t('api-keys.reveal.clears', { time })}
        </Badge>
      )}
      <VisuallyHidden role="status">{clearedAt === undefined ? '' : t('ui.copied')}</VisuallyHidden>
    </>
  );
}
