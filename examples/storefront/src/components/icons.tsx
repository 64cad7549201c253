/** Paths of the icons, drawn with a pen of 1.8 on 24 by 24. */
const PATHS = {
  shop: 'M4 9h16l-1.2 10.2a1 1 0 0 1-1 .8H6.2a1 1 0 0 1-1-.8zM8.5 9V7.5a3.5 3.5 0 0 1 7 0V9',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  heart: 'M12 19.5 4.8 12.3a4.7 4.7 0 0 1 6.6-6.6l.6.6.6-.6a4.7 4.7 0 0 1 6.6 6.6z',
  cart: 'M3.5 4.5h2.3l2 10.5h9.7l2-7.5H6.5M9.5 19.5h.01M16.5 19.5h.01',
  business: 'M4 19.5V13M9.3 19.5V9M14.7 19.5v-8M20 19.5V5',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.8-3.5 3.7-5.5 7.5-5.5s6.7 2 7.5 5.5',
  plus: 'M12 5.5v13M5.5 12h13',
  minus: 'M5.5 12h13',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v5.5M13.5 10.5v5.5',
  check: 'M5 12.5 9.8 17 19 7.5',
  right: 'M9.5 6 15.5 12l-6 6',
  left: 'M14.5 6 8.5 12l6 6',
  down: 'M6 9.5 12 15.5l6-6',
  share: 'M12 14.5V4M8 7.5 12 3.5l4 4M6 11.5v8h12v-8',
  star: 'M12 4l2.4 5.1 5.6.7-4.1 3.9 1 5.6L12 16.6l-4.9 2.7 1-5.6L4 9.8l5.6-.7z',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  people:
    'M9 11.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6zM2.8 19c.5-3 3-4.8 6.2-4.8s5.7 1.8 6.2 4.8M15.5 5.2a3.2 3.2 0 0 1 0 6.1M17.5 14.6c2 .7 3.3 2.2 3.7 4.4',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon beside words, or within something that has a name. */
export function Icon({ name, size = 22, filled = false }: { name: IconName; size?: number; filled?: boolean }) {
  return (
    <svg className={filled ? 'icon filled' : 'icon'} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The twinflower of the shop: two bells on one stem. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="-30 -22 60 56" aria-hidden="true">
      <path className="stem" d="M0 30V0M0 4C0-18-17-20-17-8M0 4C0-18 17-20 17-8" />
      <path d="M-17-8c5.5 0 8 5 8 12 0 4 1.5 5.5 3.5 8.5h-23c2-3 3.5-4.5 3.5-8.5 0-7 2.5-12 8-12z" />
      <path d="M17-8c5.5 0 8 5 8 12 0 4 1.5 5.5 3.5 8.5h-23C7.5 9.5 9 8 9 4c0-7 2.5-12 8-12z" />
      <circle cx="-17" cy="15" r="2.6" />
      <circle cx="17" cy="15" r="2.6" />
    </svg>
  );
}
