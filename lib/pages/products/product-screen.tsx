/** The screen of one product. */

import { Grid, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Product } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { ObjectScreen } from '../details/object-screen.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { ArchiveOrRestoreButton } from './archive-or-restore-button.tsx'
import { ArchivedBadge } from './badges.tsx'
import { Inventory } from './inventory.tsx'
import { CustomFields, Metadata, ProductFacts, TotalSales } from './product-details.tsx'
import { productQuery } from './queries.ts'
import { RecentSales } from './recent-sales.tsx'
import { texts } from './texts.ts'

const route = getRouteApi('/products/$id')

export function ProductScreen() {
  const text = useTexts(texts)
  const { api } = useSession()
  const { id } = route.useParams()
  const query = useQuery(productQuery(api, id))
  return (
    <ObjectScreen back={<TextLink to="/products">{text.back}</TextLink>} query={query}>
      {product => <ProductDetails key={id} product={product} id={id} />}
    </ObjectScreen>
  )
}

interface ProductDetailsProps {
  product: Product
  /** The id in the URL and in the query key: either the GUID of the product, or its `userDefinedId`. */
  id: string
}

const State = ({ product, id }: ProductDetailsProps) => (
  <Group>
    <ArchivedBadge product={product} />
    <ArchiveOrRestoreButton product={product} id={id} />
  </Group>
)

const ProductDetails = ({ product, id }: ProductDetailsProps) => (
  <ScreenWithTitle title={product.name || product.userDefinedId} aside={<State product={product} id={id} />}>
    <Grid>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack>
          <Inventory product={product} id={id} />
          <CustomFields product={product} />
          <Metadata product={product} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Stack>
          <ProductFacts product={product} />
          <RecentSales product={product} />
          <TotalSales product={product} />
        </Stack>
      </Grid.Col>
    </Grid>
  </ScreenWithTitle>
)
