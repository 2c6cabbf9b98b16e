/** Locations of seeded sessions: IP addresses reserved for documentation, with real cities. */

interface SeededLocation {
  readonly countryCode: string;
  readonly regionCode: string;
  readonly cityName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly tzIdentifier: string;
}

const location = (
  countryCode: string,
  regionCode: string,
  cityName: string,
  latitude: number,
  longitude: number,
  tzIdentifier: string,
): SeededLocation => ({
  countryCode,
  regionCode,
  cityName,
  latitude,
  longitude,
  tzIdentifier,
});

export const locations: readonly SeededLocation[] = [
  location('GB', 'ENG', 'London', 51.5074, -0.1278, 'Europe/London'),
  location('CH', 'ZH', 'Zurich', 47.3769, 8.5417, 'Europe/Zurich'),
  location('IE', 'L', 'Dublin', 53.3498, -6.2603, 'Europe/Dublin'),
  location('FR', 'IDF', 'Paris', 48.8566, 2.3522, 'Europe/Paris'),
  location('DE', 'BE', 'Berlin', 52.52, 13.405, 'Europe/Berlin'),
  location('ES', 'MD', 'Madrid', 40.4168, -3.7038, 'Europe/Madrid'),
  location('PL', '14', 'Warsaw', 52.2297, 21.0122, 'Europe/Warsaw'),
  location('NO', '03', 'Oslo', 59.9139, 10.7522, 'Europe/Oslo'),
  location('EG', 'C', 'Cairo', 30.0444, 31.2357, 'Africa/Cairo'),
  location('NG', 'LA', 'Lagos', 6.5244, 3.3792, 'Africa/Lagos'),
  location('KE', '30', 'Nairobi', -1.2921, 36.8219, 'Africa/Nairobi'),
  location('IN', 'MH', 'Mumbai', 19.076, 72.8777, 'Asia/Kolkata'),
  location('JP', '13', 'Tokyo', 35.6762, 139.6503, 'Asia/Tokyo'),
  location('KR', '11', 'Seoul', 37.5665, 126.978, 'Asia/Seoul'),
  location('BR', 'SP', 'São Paulo', -23.5505, -46.6333, 'America/Sao_Paulo'),
  location('CA', 'ON', 'Toronto', 43.6532, -79.3832, 'America/Toronto'),
  location('US', 'CA', 'San Francisco', 37.7749, -122.4194, 'America/Los_Angeles'),
  location('NZ', 'AUK', 'Auckland', -36.8485, 174.7633, 'Pacific/Auckland'),
];

/** The ranges of RFC 5737. */
export const addressRanges = ['203.0.113.', '198.51.100.', '192.0.2.'] as const;

/** Returns a location as sessions store it. */
export function ipInfo(index: number, ip: string): string {
  return JSON.stringify({ ip, ...locations[index % locations.length] });
}
