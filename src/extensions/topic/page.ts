import type { TopicPart, TopicProfile } from "../../score/settings/topic-types.js";
import { escapeXml, htmlPage } from "../../write/formats/markup.js";
import { classes } from "./profile/document.js";

const TITLES = {
  terms: "Terms",
  collocations2: "Collocations of two words",
  collocations3: "Collocations of three words",
} as const;

const STYLE =
  "ol{columns:14rem;padding-inline-start:var(--space-6)}li{break-inside:avoid}input{min-height:0}" +
  "label:has(input:not(:checked)){color:var(--soft);text-decoration:line-through}" +
  "header{position:sticky;top:0;background:var(--page);padding:var(--space-3) 0;border-bottom:1px solid var(--line)}";

/** Counts the elements that a person has struck out, and saves the topic without them. */
const SCRIPT = `"use strict";
const profile = JSON.parse(document.getElementById("profile").textContent);
const boxes = [...document.querySelectorAll("input[data-class]")];
const tell = () => {
  document.querySelector("output").textContent = boxes.filter((box) => !box.checked).length + " struck out";
};
document.addEventListener("change", tell);
document.getElementById("save").addEventListener("click", () => {
  const struck = new Set(boxes.filter((box) => !box.checked).map((box) => box.name));
  const parts = profile.parts.map((part, at) => {
    const left = { ...part };
    for (const name of ["terms", "collocations2", "collocations3"])
      left[name] = part[name].filter((_, place) => !struck.has([at, name, place].join(" ")));
    return left;
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify({ ...profile, parts }, null, 1) + "\\n"], { type: "application/json" }));
  link.download = "topic.json";
  link.click();
});
tell();`;

/** Returns a topic as an HTML file, in which a person can strike out elements and save the rest. */
export function topicPage(profile: TopicProfile): string {
  const json = JSON.stringify(profile).replaceAll("<", "\\u003c");
  const body = `<main>
<h1>The topic of the collection</h1>
<p>Made of ${escapeXml(profile.madeFrom)}. Untick what is not of the topic, save the rest, then set its thresholds again:
<code>detect_off_topic topic tune topic.json -i INPUT -o tuned.json</code></p>
<header><button id="save" type="button" class="primary">Save the topic</button> <output></output></header>
${profile.parts.map(partOf).join("\n")}
</main>
<script type="application/json" id="profile">${json}</script>
`;
  return htmlPage({ title: "Topic", style: STYLE, script: SCRIPT, body });
}

function partOf(part: TopicPart, at: number): string {
  const lists = classes.map((name) => {
    const items = part[name].map(
      ([element, frequency], place) =>
        `<li><label><input type="checkbox" checked data-class="${name}" name="${at} ${name} ${place}"> ` +
        `<span lang="${escapeXml(part.language)}" dir="auto">${escapeXml(element)}</span> <small>${frequency}</small></label></li>`,
    );
    return `<h3>${TITLES[name]}</h3>\n<ol>${items.join("\n")}</ol>`;
  });
  const thresholds = Object.entries(part.thresholds).map(([name, value]) => `${name} ${value}`);
  return (
    `<section><h2>Language ${escapeXml(part.language)}</h2>\n<p>${part.documents} documents of ${part.seeds} hosts. ` +
    `Recognised from: ${thresholds.join(", ")}</p>\n${lists.join("\n")}</section>`
  );
}
