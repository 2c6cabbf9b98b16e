import type { SecretReference } from '#contract/service/models/secret.ts';
import { useMessages } from '#lib/use-messages.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

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
