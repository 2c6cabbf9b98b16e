import { MapPinOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './flag.module.css';
import { Icon } from './icon';

/** The flag of a two-letter country code, as a picture, because many systems have no flags in their fonts. Decorative: the country is named beside it. */
export function Flag({ code }: { code: string | null | undefined }) {
  const address = useFlagAddress(code);
  if (!code) {
    return (
      <span className={styles.none} aria-hidden="true">
        <Icon of={MapPinOff} />
      </span>
    );
  }
  return (
    <span className={styles.flag} aria-hidden="true" data-personal="">
      {address !== undefined && <img src={address} alt="" />}
    </span>
  );
}

function useFlagAddress(code: string | null | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let wanted = true;
    const load = async () => {
      const { flagAddress } = await import('./flag-files');
      if (wanted) setAddress(code ? flagAddress(code) : undefined);
    };
    // Without its picture a row is complete all the same.
    load().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [code]);
  return address;
}
