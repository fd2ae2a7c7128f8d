/** A page of a made-up shop: the local API serves it, and the sample of `products.crawl` fetches it. */

import type { Reply } from '../api-gateway/reply.ts'

export const productsPagePath = '/demo-products'

const products = [
  { id: 'TOWEL-LINEN', name: 'Linen tea towel', price: '12.50' },
  { id: 'CANDLE-BEESWAX', name: 'Beeswax candle', price: '8.90' },
]

const button = ({ id, name, price }: (typeof products)[number]) =>
  `<li>${name} <button class="shop-add-item" data-item-id="${id}" data-item-name="${name}" data-item-price="${price}" data-item-url="${productsPagePath}">Add to cart</button></li>`

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Products of the demo store</title><link rel="icon" href="data:,"></head>
<body><ul>${products.map(button).join('')}</ul></body>
</html>
`

/** Returns the page of products; null for any other path. */
export const productsPageOf = (path: string): Reply | null =>
  path === productsPagePath
    ? { statusCode: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: page }
    : null
