import { expect, it } from 'vitest';
import { withIconFiles } from './icon-imports.mjs';

it.each([
  ["import { X } from 'lucide-react';", "import X from 'lucide-react/icons/x';"],
  [
    "import { Check, type LucideIcon } from 'lucide-react';",
    "import Check from 'lucide-react/icons/check'; import type { LucideIcon } from 'lucide-react';",
  ],
  ["import type { LucideIcon } from 'lucide-react';", "import type { LucideIcon } from 'lucide-react';"],
  ["import { Map as MapIcon } from 'lucide-react';", "import MapIcon from 'lucide-react/icons/map';"],
  ["import { createLucideIcon } from 'lucide-react';", "import { createLucideIcon } from 'lucide-react';"],
  // Another name of an icon.
  ["import { Fingerprint } from 'lucide-react';", "import Fingerprint from 'lucide-react/icons/fingerprint-pattern';"],
  // The lines that follow keep their numbers.
  [
    "import {\n  Moon,\n  Sun,\n} from 'lucide-react';\nx",
    "import Moon from 'lucide-react/icons/moon'; import Sun from 'lucide-react/icons/sun';\n\n\n\nx",
  ],
  ["import { X } from './x';", "import { X } from './x';"],
])('turns %j into imports of files', (code, expected) => {
  expect(withIconFiles(code)).toBe(expected);
});
