import { countryName } from '../../lib/intl/country';
import { formatNames } from '../../lib/intl/format';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/feedback/callout';
import { Button } from '../../ui/inputs/button';
import type { NewCountries } from './use-new-countries';

/** Points out countries that have sessions for the first time. */
export function NewCountriesCallout({ codes, dismiss }: NewCountries) {
  const { t, locale } = useMessages();
  if (codes.length === 0) return null;
  const names = codes.flatMap((code) => countryName(code, locale) ?? []);
  const action = (
    <Button size="sm" onClick={dismiss}>
      {t('ui.dismiss')}
    </Button>
  );
  return (
    <Callout
      tone="warn"
      title={t('sessions.new-countries.title', { count: codes.length, countries: formatNames(names, locale) })}
      action={action}
    >
      {t('sessions.new-countries.text')}
    </Callout>
  );
}
