import type { Input, Schemas } from '@commerce/client';
import { useState } from 'react';
import { Choice, Empty, Segments, Waiting } from '../components/basics';
import { Avatar, Business, Rank } from '../components/business';
import { Icon } from '../components/icons';
import { useData } from '../data';
import { setQuery, useAddress } from '../router';
import { useShop } from '../shop';
import { useSpeech } from '../words';
import { TeamTree } from './team-tree';

type Sorting = NonNullable<Input<'listDownline'>['sort']>;

/** Milliseconds between two looks. */
const LOOK_AGAIN_MS = 10_000;

const PAGE = 25;

/** Who is below: as a list that can be searched and sorted, or as a tree. */
export default function TeamPage() {
  const { words } = useSpeech();
  const { query } = useAddress();
  const view = query.get('view') === 'tree' ? 'tree' : 'list';
  return (
    <Business>
      <Segments
        label={words.team.view}
        value={view}
        options={{ list: words.team.list, tree: words.team.tree }}
        onChange={(chosen) => setQuery({ view: chosen === 'tree' ? 'tree' : undefined })}
      />
      {view === 'tree' ? <TeamTree /> : <TeamList />}
    </Business>
  );
}

function TeamList() {
  const { words } = useSpeech();
  const { api } = useShop();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sorting>('level');
  const [limit, setLimit] = useState(PAGE);
  const team = useData(
    `team:${JSON.stringify([search, sort, limit])}`,
    () => api.listDownline({ search: search.trim() || undefined, sort, limit }),
    LOOK_AGAIN_MS,
  );
  return (
    <>
      <div className="team-tools">
        <div className="search">
          <Icon name="search" size={20} />
          <input
            type="search"
            aria-label={words.team.search}
            placeholder={words.team.searchFor}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
        <Choice
          label={words.team.sort}
          isLabelHidden
          value={sort}
          options={words.team.sorts}
          onChange={(chosen) => setSort(chosen as Sorting)}
        />
      </div>
      <Waiting of={team} rows={6}>
        {({ results, count }) =>
          count === 0 ? (
            <Empty title={search.trim() === '' ? words.team.none : words.team.noneFound} />
          ) : (
            <>
              <p className="quiet-text" role="status">
                {words.team.people(count)}
              </p>
              <ul className="panel people">
                {results.map((member) => (
                  <Member key={member.uid} member={member} />
                ))}
              </ul>
              {results.length < count && limit < 100 && (
                <p className="more">
                  <button type="button" className="second" onClick={() => setLimit(Math.min(limit + PAGE, 100))}>
                    {words.more}
                  </button>
                </p>
              )}
            </>
          )
        }
      </Waiting>
    </>
  );
}

function Member({ member }: { member: Schemas['DownlineMemberView'] }) {
  const { words, number, named } = useSpeech();
  return (
    <li>
      <Avatar name={member.name} uid={member.uid} />
      <div className="person">
        <strong>{member.name}</strong>
        <p>
          <Rank rank={member.rank} /> {member.username} · {words.team.level(member.level)}
          {member.kind !== 'distributor' && ` · ${named(words.team.kinds, member.kind)}`}
        </p>
      </div>
      <dl>
        <div>
          <dt>{words.team.own}</dt>
          <dd>{number(member.personal_volume)}</dd>
        </div>
        <div>
          <dt>{words.team.group}</dt>
          <dd>{number(member.group_volume)}</dd>
        </div>
      </dl>
    </li>
  );
}
