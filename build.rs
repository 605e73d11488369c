//! Puts icon, version and manifest into a program for Windows; does nothing for other systems.

#![expect(clippy::disallowed_methods, reason = "a build needs none of the program's care")]

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

use winresource::WindowsResource;

/// The sizes of the icon, in pixels.
const ICON_SIZES: [u16; 6] = [16, 32, 48, 64, 128, 256];
const MANIFEST: &str = "assets/windows/minnow.manifest";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_OS")? != "windows" {
        return Ok(());
    }
    println!("cargo::rerun-if-changed={MANIFEST}");
    let name = env::var("CARGO_PKG_NAME")?;
    let title = capitalized(&name);
    let icon = PathBuf::from(env::var("OUT_DIR")?).join(format!("{name}.ico"));
    fs::write(&icon, icon_file(&name)?)?;
    let mut resource = WindowsResource::new();
    resource
        .set_icon(&icon.display().to_string())
        .set_manifest_file(MANIFEST)
        .set("ProductName", &title)
        .set("FileDescription", &title)
        .set("OriginalFilename", &format!("{name}.exe"))
        .set("LegalCopyright", &env::var("CARGO_PKG_LICENSE")?);
    resource.compile_for(&name)?;
    Ok(())
}

/// The name as people read it.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// An icon file: a header, an entry for each size, and the pictures as PNG, which Windows reads since
/// Vista.
fn icon_file(name: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    const HEADER: usize = 6;
    const ENTRY: usize = 16;
    let (mut entries, mut pictures) = (Vec::new(), Vec::new());
    for size in ICON_SIZES {
        let path = format!("assets/icon/{name}-{size}.png");
        println!("cargo::rerun-if-changed={path}");
        let picture = fs::read(Path::new(&path))?;
        let place = HEADER + ICON_SIZES.len() * ENTRY + pictures.len();
        // 256 is written as 0.
        let side = (size % 256) as u8;
        entries.extend([side, side, 0, 0]);
        entries.extend([1u16, 32].into_iter().flat_map(u16::to_le_bytes));
        for number in [picture.len(), place] {
            entries.extend(u32::try_from(number)?.to_le_bytes());
        }
        pictures.extend(picture);
    }
    let header = [0, 1, ICON_SIZES.len() as u16].into_iter().flat_map(u16::to_le_bytes);
    Ok(header.chain(entries).chain(pictures).collect())
}
