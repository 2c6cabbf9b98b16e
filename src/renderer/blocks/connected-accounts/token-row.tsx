import { Check, Copy } from 'lucide-react';
import type { SecretReference } from '../../../contract/service/models/secret';
import { useMessages } from '../../lib/use-messages';
import { Badge } from '../../ui/data/badge';
import { Icon } from '../../ui/data/icon';
import { Callout } from '../../ui/feedback/callout';
import { Button } from '../../ui/inputs/button';
import { VisuallyHidden } from '../../ui/layout/visually-hidden';
import { useCopySecret } from '../api-keys/reveal/use-copy-secret';
import styles from './connected-accounts.module.css';

interface TokenRowProps {
  token: SecretReference;
  provider: string;
  /** The scopes that it covers, as far as they were requested. */
  scope: string;
}

/** Says that there is an access token. It isn’t shown, but can be copied. */
export function TokenRow({ token, provider, scope }: TokenRowProps) {
  const { t } = useMessages();
  const { clearedAt, copy } = useCopySecret(token.ref);
  const isCopied = clearedAt !== undefined;
  const action = (
    <Button size="sm" icon={Copy} busy={copy.isPending} onClick={() => void copy.run()}>
      {t('connected.token.copy')}
    </Button>
  );
  return (
    <>
      <Callout tone="good" title={t('connected.token.found', { provider })} action={action}>
        <span className={styles.token}>
          {scope === '' ? t('connected.token.found.text') : t('connected.token.found.scopes', { scopes: scope })}
          {isCopied && (
            <Badge tone="good">
              <Icon of={Check} size={12} />
              {t('ui.copied')}
            </Badge>
          )}
        </span>
      </Callout>
      <VisuallyHidden role="status">{t('connected.token.found', { provider })}</VisuallyHidden>
    </>
  );
}
