import type { Schemas } from '@commerce/client';
import { useState } from 'react';
import { Choice, Waiting } from '../components/basics';
import { Avatar, Rank } from '../components/business';
import { Icon } from '../components/icons';
import { useData } from '../data';
import { useShop } from '../shop';
import { useSpeech } from '../words';

type Node = Schemas['TreeMemberView'];
type Tree = 'sponsor' | 'placement';

/** Levels that are asked for at once. */
const DEPTH = 3;

/** Those below, each below the one above. What is further down is asked for when it is opened. */
export function TeamTree() {
  const { words } = useSpeech();
  const { api } = useShop();
  const [tree, setTree] = useState<Tree>('sponsor');
  const loaded = useData(`team:tree:${tree}`, () => api.getNetworkTree({ tree, depth: DEPTH }));
  return (
    <>
      <div className="team-tools">
        <Choice
          label={words.team.which}
          value={tree}
          options={words.team.trees}
          onChange={(chosen) => setTree(chosen as Tree)}
        />
      </div>
      <Waiting of={loaded} rows={6}>
        {({ nodes }) => (
          <ul className="tree" key={tree}>
            <Branch node={nodes[0]!} nodes={nodes} tree={tree} isTop />
          </ul>
        )}
      </Waiting>
    </>
  );
}

interface BranchProps {
  node: Node;
  /** All that are loaded. */
  nodes: readonly Node[];
  tree: Tree;
  isTop?: boolean;
}

function Branch({ node, nodes, tree, isTop = false }: BranchProps) {
  const { words, number } = useSpeech();
  const [isOpen, setOpen] = useState(isTop);
  const name = isTop ? words.team.you : node.name;
  return (
    <li>
      <div className="node">
        {node.members > 0 ? (
          <button
            type="button"
            className="icon-button"
            aria-expanded={isOpen}
            aria-label={words.team.open(name)}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'down' : 'right'} size={18} />
          </button>
        ) : (
          <span className="no-button" />
        )}
        <Avatar name={node.name} uid={node.uid} />
        <div className="person">
          <strong>{name}</strong>
          <p>
            <Rank rank={node.rank} /> {node.leg !== null && `${words.team.leg(node.leg)} · `}
            {node.members > 0 ? words.team.below(node.members) : node.username}
          </p>
        </div>
        <p className="node-volume">
          <small>{words.team.group}</small> {number(node.group_volume)}
        </p>
      </div>
      {isOpen && <Below node={node} nodes={nodes} tree={tree} />}
    </li>
  );
}

function Below({ node, nodes, tree }: BranchProps) {
  const { api } = useShop();
  const known = nodes.filter(({ parent_uid, uid }) => parent_uid === node.uid && uid !== node.uid);
  const isKnown = known.length > 0;
  const loaded = useData(isKnown ? null : `team:tree:${tree}:${node.uid}`, () =>
    api.getNetworkTree({ tree, root: node.uid, depth: DEPTH }),
  );
  if (isKnown) return <Branches of={known} nodes={nodes} tree={tree} />;
  return (
    <Waiting of={loaded} rows={1}>
      {(more) => (
        <Branches of={more.nodes.filter(({ parent_uid }) => parent_uid === node.uid)} nodes={more.nodes} tree={tree} />
      )}
    </Waiting>
  );
}

function Branches({ of, nodes, tree }: { of: readonly Node[]; nodes: readonly Node[]; tree: Tree }) {
  return (
    <ul>
      {of.map((node) => (
        <Branch key={node.uid} node={node} nodes={nodes} tree={tree} />
      ))}
    </ul>
  );
}
