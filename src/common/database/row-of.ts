/**
 * The row of which a view is made, where both have the same names: numbers of money and volume are text in it, and instants
 * are dates.
 */
export type RowOf<View, Texts extends keyof View = never, Instants extends keyof View = never> = Omit<
  View,
  Texts | Instants
> & { [Name in Texts]: string | Extract<View[Name], null> } & { [Name in Instants]: Date | Extract<View[Name], null> };
