import type { Message } from '#common/errors/problems.js';

/** Bundles, carts, orders and wishlists. */
export const SALES = {
  bundle_not_found: { en: 'bundle not found', de: 'Paket nicht gefunden', of: 'NOT_FOUND' },
  variant_not_found: { en: 'variant not found', de: 'Variante nicht gefunden', of: 'NOT_FOUND' },
  product_type_not_found: { en: 'product type not found', de: 'Produkttyp nicht gefunden', of: 'NOT_FOUND' },
  order_not_found: { en: 'order not found', de: 'Bestellung nicht gefunden', of: 'NOT_FOUND' },
  cart_item_not_found: { en: 'cart item not found', de: 'Position im Warenkorb nicht gefunden', of: 'NOT_FOUND' },
  product_not_found: {
    en: 'product not found',
    de: 'Produkt nicht gefunden',
    of: 'ITEM_NOT_FOUND',
    remedy: 'Read the wishlist again: the product is not on it.',
  },

  // Bundles.
  unknown_bundle: { en: 'bundle does not exist', de: 'das Paket gibt es nicht', of: 'INVALID_INPUT' },
  bundle_of_other_type: {
    en: 'bundle is not of the API product type ({type})',
    de: 'das Paket ist nicht vom Produkttyp der API ({type})',
    of: 'INVALID_INPUT',
  },
  product_of_other_type: {
    en: 'the product is not of the API product type ({type})',
    de: 'das Produkt ist nicht vom Produkttyp der API ({type})',
    of: 'REQUEST_REFUSED',
  },
  product_type_missing: {
    en: 'the product type required for API product creation has not been created ({type})',
    de: 'der Produkttyp, der zum Anlegen von Produkten nötig ist, wurde nicht angelegt ({type})',
    of: 'REQUEST_REFUSED',
    remedy: 'Have a super admin create the product type.',
  },
  bulk_product_type_missing: {
    en: 'the required product type has not been created ({type})',
    de: 'der nötige Produkttyp wurde nicht angelegt ({type})',
    of: 'BULK_REFUSED',
    remedy: 'Have a super admin create the product type.',
  },
  too_many_bundles: {
    en: 'more than {max} bundles sent',
    de: 'mehr als {max} Pakete gesendet',
    of: 'BULK_REFUSED',
    remedy: 'Send the bundles in several requests.',
  },
  no_picture: {
    en: 'the file is not a JPEG, PNG or WebP picture that can be read',
    de: 'die Datei ist kein lesbares Bild im Format JPEG, PNG oder WebP',
    of: 'VALIDATION',
  },
  picture_too_many_pixels: {
    en: 'a picture may have at most {pixels} pixels',
    de: 'ein Bild darf höchstens {pixels} Pixel haben',
    of: 'VALIDATION',
  },
  picture_in_progress: {
    en: 'your last picture is still being processed; send one at a time',
    de: 'Ihr letztes Bild wird noch verarbeitet; senden Sie eines nach dem anderen',
    of: 'TOO_MANY_REQUESTS',
  },
  too_many_pictures_a_day: {
    en: 'you have uploaded {count} pictures within a day; upload the others tomorrow',
    de: 'Sie haben innerhalb eines Tages {count} Bilder hochgeladen; laden Sie die übrigen morgen hoch',
    of: 'TOO_MANY_REQUESTS',
  },
  pictures_busy: {
    en: 'too many pictures are being processed; try again later',
    de: 'es werden zu viele Bilder verarbeitet; versuchen Sie es später noch einmal',
    of: 'SERVICE_UNAVAILABLE',
  },
  no_place_for_pictures: {
    en: 'pictures cannot be kept now; ask the operator of the service',
    de: 'Bilder können zurzeit nicht aufbewahrt werden; fragen Sie den Betreiber des Dienstes',
    of: 'INSUFFICIENT_STORAGE',
    remedy: 'Give the service room in `DATA_DIR`, or in the bucket of `PICTURES_BUCKET`, and the right to write there.',
  },
  pictures_unavailable: {
    en: 'pictures cannot be read now; try again later',
    de: 'Bilder können zurzeit nicht gelesen werden; versuchen Sie es später noch einmal',
    of: 'SERVICE_UNAVAILABLE',
  },
  request_refused: {
    en: 'the request is refused in the present state',
    de: 'die Anfrage ist im gegenwärtigen Zustand nicht möglich',
    of: 'REQUEST_REFUSED',
  },
  last_variant: {
    en: 'only one variant is left in the bundle',
    de: 'im Paket ist nur noch eine Variante',
    of: 'REQUEST_REFUSED',
    remedy: 'Delete the bundle instead, or add another variant first.',
  },
  in_open_order: {
    en: 'the product is in an order that is not completed',
    de: 'das Produkt ist in einer Bestellung, die nicht abgeschlossen ist',
    of: 'REQUEST_REFUSED',
    remedy: 'Wait until the order is completed or cancelled, or set the product to inactive.',
  },
  bundle_purchased: {
    en: 'the package was purchased by users',
    de: 'das Paket wurde von Benutzern gekauft',
    of: 'REQUEST_REFUSED',
    remedy: 'A bundle that was sold stays. Set it to inactive instead.',
  },
  same_bundle_id: {
    en: 'a product with the same bundle id already exists',
    de: 'ein Produkt mit derselben Paket-Id gibt es schon',
  },
  foreign_sku: { en: 'belongs to another bundle', de: 'gehört zu einem anderen Paket' },
  repeated_sku: { en: 'is duplicated in this request', de: 'kommt in dieser Anfrage doppelt vor' },
  unknown_sku: { en: 'product does not exist', de: 'das Produkt gibt es nicht' },
  wrong_fields_of_type: {
    en: 'the product type has {what} other than {fields}, or lacks one of them',
    de: 'der Produkttyp hat andere Felder ({what}) als {fields}, oder eines davon fehlt ihm',
  },
  too_many_variants: {
    en: 'must not bring the bundle to more than {max} variants',
    de: 'darf das Paket nicht auf mehr als {max} Varianten bringen',
  },
  too_many_languages: { en: 'must have at most {max} languages', de: 'darf höchstens {max} Sprachen haben' },
  not_language: { en: 'is not a language code such as en or pt-BR', de: 'ist kein Sprachcode wie en oder pt-BR' },
  rows_not_together: {
    en: 'the rows of a bundle must follow one another',
    de: 'die Zeilen eines Pakets müssen aufeinander folgen',
  },
  row_of_bundle_differs: {
    en: 'must be empty, or the same as in line {line}',
    de: 'muss leer sein oder dasselbe wie in Zeile {line}',
  },
  other_currency: {
    en: 'must be {currency}, the currency of all prices',
    de: 'muss {currency} sein, die Währung aller Preise',
  },
  number_too_long: { en: 'has too many digits', de: 'hat zu viele Stellen' },
  not_number_or_text: { en: 'must be a number or a string', de: 'muss eine Zahl oder ein Text sein' },
  not_link: {
    en: 'must be an http or https address, or a path',
    de: 'muss eine http- oder https-Adresse oder ein Pfad sein',
  },
  not_list_of: {
    en: 'must be a comma-separated list of {choices}',
    de: 'muss eine durch Kommas getrennte Liste aus diesen sein: {choices}',
  },
  body_not_bundles: { en: 'the body must be an array of bundles', de: 'der Body muss eine Liste von Paketen sein' },
  not_machine_name: {
    en: 'must be 1 to 64 lower-case letters, digits and dashes that begin with a letter',
    de: 'muss aus 1 bis 64 Kleinbuchstaben, Ziffern und Bindestrichen bestehen und mit einem Buchstaben beginnen',
  },
  product_type_exists: {
    en: 'the product type {name} exists already',
    de: 'der Produkttyp {name} gibt es schon',
    of: 'CONFLICT',
  },
  product_type_in_use: {
    en: '{bundles} of the product type {name}',
    de: 'der Produkttyp {name} wird noch verwendet ({bundles})',
    of: 'CONFLICT',
  },

  // Carts and wishlists.
  invalid_product: { en: 'invalid product id', de: 'ungültige Produkt-Id' },
  empty: { en: 'is empty', de: 'ist leer' },
  too_many_pieces: {
    en: 'must be at most {max} in all; the cart holds {held}',
    de: 'darf insgesamt höchstens {max} sein; im Warenkorb sind schon {held}',
  },
  cart_in_use: {
    en: 'the user’s cart has products: an order is placed here only with an empty cart, which stays as it is',
    de: 'im Warenkorb des Benutzers sind Produkte: hier wird nur bei leerem Warenkorb bestellt, und er bleibt, wie er ist',
    of: 'CONFLICT',
  },
  cart_full: {
    en: 'the cart is full: it may have at most {max} lines',
    de: 'der Warenkorb ist voll: er darf höchstens {max} Positionen haben',
  },
  wishlist_full: {
    en: 'the wishlist is full: it may have at most {max} products',
    de: 'die Merkliste ist voll: sie darf höchstens {max} Produkte haben',
  },
  only_removable: {
    en: 'the product is not available; the item can only be removed',
    de: 'das Produkt ist nicht verfügbar; die Position kann nur entfernt werden',
  },
  not_available: { en: 'product {sku} is not available', de: 'das Produkt {sku} ist nicht verfügbar' },
  too_much_volume_of_product: {
    en: 'product {sku} carries more than {max} of {volume}',
    de: 'das Produkt {sku} bringt mehr als {max} {volume}',
  },
  business_volume: { en: 'business volume', de: 'Geschäftsvolumen' },
  points: { en: 'points', de: 'Punkte' },
  cumulative_volume: { en: 'cumulative volume', de: 'kumuliertes Volumen' },
  too_much_volume: { en: 'carries more than {max} of {volume} in all', de: 'bringt insgesamt mehr als {max} {volume}' },

  // Orders.
  total_changed: {
    en: 'the total is {now} now, not {then}; show the cart in data, then send its total',
    de: 'die Summe ist jetzt {now}, nicht {then}; zeigen Sie den Warenkorb in data und senden Sie dann dessen Summe',
    of: 'CONFLICT',
    remedy: 'Show the cart in `data`, ask again, and send its total.',
  },
  total_too_precise: {
    en: 'must have at most {places} decimals, and be less than {limit}',
    de: 'darf höchstens {places} Nachkommastellen haben und muss kleiner als {limit} sein',
  },
  order_status: {
    en: 'the order is {from} and cannot become {to}; {possible}',
    de: 'die Bestellung ist {from} und kann nicht {to} werden; {possible}',
    of: 'CONFLICT',
  },
  price_change_not_found: { en: 'price change not found', de: 'Preisänderung nicht gefunden', of: 'NOT_FOUND' },
  no_variant: { en: 'is no variant of this bundle', de: 'ist keine Variante dieses Pakets' },
  not_later: { en: 'must be later than now', de: 'muss nach dem jetzigen Zeitpunkt liegen' },
  price_at_moment: {
    en: 'the variant has a price from this moment on already; cancel that one first',
    de: 'die Variante hat ab diesem Zeitpunkt schon einen Preis; brechen Sie erst diesen ab',
  },
  too_many_prices: {
    en: 'at most {max} prices may wait for a variant; cancel some',
    de: 'höchstens {max} Preise dürfen auf eine Variante warten; brechen Sie einige ab',
    of: 'CONFLICT',
  },
  price_settled: {
    en: 'the price change is {status} and cannot be cancelled',
    de: 'die Preisänderung ist {status} und kann nicht abgebrochen werden',
    of: 'CONFLICT',
  },
  possible: { en: 'possible: {choices}', de: 'möglich: {choices}' },
  only_returnable: { en: 'it can only be returned', de: 'sie kann nur zurückgegeben werden' },
  final: { en: 'it is final', de: 'sie ist abgeschlossen' },
  order_not_returnable: {
    en: 'the order is {status}; only paid and completed orders can be returned',
    de: 'die Bestellung ist {status}; nur bezahlte und abgeschlossene können zurückgegeben werden',
    of: 'CONFLICT',
  },
  unknown_line: { en: 'is no line of this order', de: 'ist keine Position dieser Bestellung' },
  other_order: { en: 'is not the order of the address', de: 'ist nicht die Bestellung der Adresse' },
  too_many_returned: {
    en: 'must be at most {left}; no more pieces are left',
    de: 'darf höchstens {left} sein; mehr Stücke sind nicht übrig',
  },
  repeated_line: { en: 'names a line that is named before', de: 'nennt eine Position, die schon genannt ist' },
} as const satisfies Record<string, Message>;
