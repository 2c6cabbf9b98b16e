import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { AppError } from '#contract/errors.ts';
import type { SecretReference } from '#contract/service/models/secret.ts';
import { api } from '#data/api.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useSecondsUntil } from '#lib/use-seconds-until.ts';
import { useWhenLocked } from '#lib/when-locked.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import styles from './reveal-dialog.module.css';
import { useCopySecret } from './use-copy-secret';

/** Says until when the clipboard contains the secret: as `useCopySecret` returns it. */
export function CopiedBadge({ clearedAt }: { clearedAt: number | null | undefined }) {
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

/** A secret with nothing but what it starts and ends with. */
export function MaskedSecret({ prefix, secret }: { prefix: string; secret: SecretReference }) {
  const { t } = useMessages();
  return (
    <>
      {prefix}
      <span aria-hidden="true">••••••••••••</span>
      <VisuallyHidden>{t('api-keys.reveal.hidden')}</VisuallyHidden>
      <b>{secret.last_four}</b>
    </>
  );
}

interface SecretRowProps {
  label: ReactNode;
  /** What the secret starts with, which is no secret. */
  prefix: string;
  secret: SecretReference;
  /** Names the secret for screen readers where there are several. */
  name?: string;
}

/** A secret, masked until the user reveals it, with a button that copies it. */
export function SecretRow({ label, prefix, secret, name }: SecretRowProps) {
  const { t } = useMessages();
  const { text, toggle } = useRevealedSecret(secret.ref);
  const { clearedAt, copy } = useCopySecret(secret.ref);
  const shown = t(text === null ? 'ui.show.key' : 'ui.hide.key');
  return (
    <div className={styles.secret}>
      <span className={styles.label}>{label}</span>
      <code className={styles.value}>{text ?? <MaskedSecret prefix={prefix} secret={secret} />}</code>
      <span className={styles.tools}>
        <CopiedBadge clearedAt={clearedAt} />
        <IconButton
          label={name === undefined ? shown : t('project-keys.reveal.button', { button: shown, name })}
          icon={text === null ? Eye : EyeOff}
          onClick={toggle}
        />
        <Button
          data-autofocus
          size="sm"
          icon={Copy}
          busy={copy.isPending}
          {...(name === undefined ? {} : { 'aria-label': t('project-keys.reveal.button', { button: t('ui.copy'), name }) })}
          onClick={() => void copy.run()}
        >
          {t('ui.copy')}
        </Button>
      </span>
    </div>
  );
}

/** Milliseconds for which a revealed secret is shown. */
const shownMillis = 30_000;

/** Returns a secret while the user has it shown, else null, and a function that shows or hides it. */
function useRevealedSecret(ref: string): { readonly text: string | null; readonly toggle: () => void } {
  const showFailure = useFailureToast();
  const [text, setText] = useState<string | null>(null);
  const reveal = useAction(() => api.secrets.reveal({ ref }), {
    onDone: (shown) => setText(shown.text),
    onFailure(report) {
      if (report.code !== 'cancelled') showFailure(new AppError(report));
    },
  });
  useWhenLocked(() => setText(null));
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => setText(null), shownMillis);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, toggle: () => (text === null ? void reveal.run() : setText(null)) };
}
