import { providerName } from '#lib/rules/sign-in-methods.ts';
import { ProviderIcon } from '#ui/data/provider-icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import styles from './provider-list.module.css';

interface ProviderListProps {
  providers: readonly { readonly id: string }[];
  /** Returns the accessible name of a provider's button. */
  labelOf: (name: string) => string;
  /** The provider whose sign-in is being started. */
  busyId?: string | undefined;
  disabledReason?: string | undefined;
  /** Returns the class of a provider's button, for one that stands out. */
  classOf?: (id: string) => string | undefined;
  onPick?: (id: string) => void;
}

/** One button per OAuth provider, as the sign-in card shows them. */
export function ProviderList({ providers, labelOf, busyId, disabledReason, classOf, onPick }: ProviderListProps) {
  return (
    <ul className={styles.list}>
      {providers.map(({ id }) => (
        <li key={id} className={classOf?.(id)}>
          <Button
            className={styles.provider}
            busy={busyId === id}
            disabledReason={disabledReason}
            aria-label={labelOf(providerName(id))}
            onClick={() => onPick?.(id)}
          >
            {busyId !== id && <ProviderIcon id={id} name={providerName(id)} />}
            {providerName(id)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
