/// One accent; green, amber and red only say how something is judged. Text reaches 4.5 : 1 on its ground in both themes.
enum ColorStyle {
  private static let light = """
    --ground:#fff;--raised:#f6f7f9;--line:#e2e5ea;--strong-line:#c3c9d1;--text:#1b2026;--soft:#59626e;--accent:#1d5fbf;\
    --accent-ground:#e9f0fb;--good:#17703f;--good-ground:#e6f4ec;--warn:#8a5300;--warn-ground:#fbf1df;--bad:#b3261e;\
    --bad-ground:#fcebea;--s1:#143c7a;--s2:#2b6bcb;--s3:#0b7d77;--s4:#5d6774;--s5:#98a1ad;--s6:#8a4fb0;--s7:#b06a12;--s8:#5b7d1c;--track:#edeff2;--heat:#1d5fbf;--warn-mark:#bd7d12;\
    color-scheme:light;
    """

  private static let dark = """
    --ground:#14171b;--raised:#1b1f25;--line:#2a3038;--strong-line:#444c57;--text:#e6e9ed;--soft:#9fa9b5;--accent:#83b1f7;\
    --accent-ground:#1b2a42;--good:#6cc794;--good-ground:#17301f;--warn:#e3b35a;--warn-ground:#33270f;--bad:#ff938a;\
    --bad-ground:#3d1b19;--s1:#bcd6fd;--s2:#6ca3f4;--s3:#4fc3b8;--s4:#aab3bf;--s5:#68727f;--s6:#c79be6;--s7:#e0a458;--s8:#a5c95f;--track:#242a32;--heat:#83b1f7;--warn-mark:#d9a441;\
    color-scheme:dark;
    """

  static let text = """
    :root{\(light)}
    @media (prefers-color-scheme:dark){:root:not([data-theme=light]){\(dark)}}
    :root[data-theme=dark]{\(dark)}
    @media print{:root,:root[data-theme=dark]{\(light)}}

    """
}
