/** Addresses of the flags' pictures by country code; loaded only when a flag is shown. */
const files = import.meta.glob<string>('../../../../node_modules/country-flag-icons/3x2/[A-Z][A-Z].svg', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

const byCode = new Map(Object.entries(files).map(([path, address]) => [path.slice(-6, -4), address]));

/** The address of a country's flag, or undefined where there is none. */
export function flagAddress(code: string): string | undefined {
  return byCode.get(code.toUpperCase());
}
