import { ScreenMessage } from '../../blocks/status/screen-message';
import { countryName } from '../../lib/intl/country';
import { formatNames } from '../../lib/intl/format';
import { useMessages } from '../../lib/use-messages';
import { Button } from '../../ui/inputs/button';
import type { NewCountries } from './use-new-countries';

/** Points out countries that have sessions for the first time, in the status bar. */
export function NewCountriesMessage({ codes, dismiss }: NewCountries) {
  const { t, locale } = useMessages();
  if (codes.length === 0) return null;
  const names = codes.flatMap((code) => countryName(code, locale) ?? []);
  const title = t('sessions.new-countries.title', { count: codes.length, countries: formatNames(names, locale) });
  const action = (
    <Button size="sm" onClick={dismiss}>
      {t('ui.dismiss')}
    </Button>
  );
  return <ScreenMessage tone="warn" title={title} text={t('sessions.new-countries.text')} action={action} />;
}
